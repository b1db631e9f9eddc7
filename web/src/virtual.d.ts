declare module "virtual:rules" {
  const book: import("./rules").RuleBook;
  export default book;
}
declare module "virtual:plate" {
  const laid: [tile: string, x: number, y: number, turns: number][];
  export default laid;
}
