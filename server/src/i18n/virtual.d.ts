/** All texts of this folder in each language, made by scripts/lib/words/texts/plugin.mjs. */
declare module 'virtual:server-texts' {
  const texts: Record<import('@stationmaster/units').Language, import('./generated/texts.ts').Texts>
  export default texts
}
