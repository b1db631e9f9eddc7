// shield -- a player's shield as SVG text, 25 x 28: colour and emblem together, so that colour is never alone.

const emblems = [
  '<path d="m6.500 15 6-6 6 6" fill="none" stroke="#f7eed8" stroke-width="3.200"/>',
  '<circle cx="12.500" cy="12" r="4.500" fill="none" stroke="#f7eed8" stroke-width="3"/>',
  '<path d="M8.500 8h8v8h-8z" fill="none" stroke="#f7eed8" stroke-width="2.800"/>',
  '<path d="m12.500 5.500 4.500 7-4.500 7-4.500-7z" fill="#2f2018"/>',
  '<path d="M12.500 6v13M7 11.500h11" fill="none" stroke="#f7eed8" stroke-width="3"/>',
  '<path d="M9 7v11M16 7v11" fill="none" stroke="#f7eed8" stroke-width="3"/>',
];

/** `paint` is what the figures of that colour are painted with. */
export function shield(colour: number, paint: string, rim: string): string {
  return (
    `<path d="M2 2h21v11c0 7-5 11-10.500 13C7 24 2 20 2 13z" fill="${paint}" stroke="${rim}" stroke-width="2" stroke-linejoin="round"/>` +
    (emblems[colour] ?? "")
  );
}
