// tab -- the shield in the browser's tab: a game's, gold while it is my turn; else the app's own, once there is time to fetch it.
let turn: boolean | null = null; // null: no game is open
let calm = false;

function draw(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = turn === null && calm ? "./app/tab-32.png" : shield(turn ?? false);
}
/** Is it my turn in the game that is open? null: none is. */
export function ofGame(mine: boolean | null): void {
  turn = mine;
  draw();
}
export function ofApp(): void {
  calm = true;
  draw();
}

function shield(turn: boolean): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M3 3h26v14c0 8-6 11-13 13C9 28 3 25 3 17z" fill="${turn ? "#dba92c" : "#f7eed8"}" stroke="#2f2018" stroke-width="2.500"/><path d="m8 19 8-10 8 10" fill="none" stroke="#2f2018" stroke-width="3.500"/></svg>`)}`;
}
