declare module "virtual:rules" {
  const rules: Record<string, [title: string, text: string]>;
  export default rules;
}
