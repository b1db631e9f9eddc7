// part -- everything of the page that only a game with the catapult needs, as one chunk: see load.svelte.ts.
export { Throwing } from "./throwing.svelte";
export { default as Desk } from "./Desk.svelte";
export { default as Field } from "./Field.svelte";
export { default as Round } from "./Round.svelte";
