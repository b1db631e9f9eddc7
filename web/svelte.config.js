// Svelte reads TypeScript by itself, and styles are plain CSS: no preprocessor, which took two seconds of a build.
export default { compilerOptions: { runes: true } };
