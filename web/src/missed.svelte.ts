// missed -- what was kept on this device and could not be read, or that nothing can be kept: the page says so in one sentence until it
// is put away.
export type Missed = "settings" | "lessons" | "store";
export const all = $state<Missed[]>([]);

export function missed(what: Missed): void {
  if (!all.includes(what)) all.push(what);
}
export function putAway(what: Missed): void {
  all.splice(all.indexOf(what), 1);
}
