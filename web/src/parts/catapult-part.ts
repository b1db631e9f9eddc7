// catapult-part -- everything of the page that only a game with the catapult needs, as one chunk: see game/catapult-load.
export { Throwing } from "../catapult.svelte";
export { default as Desk } from "./CatapultDesk.svelte";
export { default as Field } from "./CatapultField.svelte";
export { default as Round } from "./CatapultRound.svelte";
