// lasted.ts -- how long a game took, in words: minutes, or hours and days where it was put aside in between.

const HOUR = 60,
  DAY = 24 * HOUR;

export function lasted(minutes: number, language: string): string {
  const [n, unit] =
    minutes < 2 * HOUR
      ? [minutes, "minute"]
      : minutes < 2 * DAY
        ? [minutes / HOUR, "hour"]
        : [minutes / DAY, "day"];

  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 0,
  }).format(n);
}
