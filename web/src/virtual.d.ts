declare module "virtual:rules" {
  const book: import("./rules").RuleBook;
  export default book;
}
