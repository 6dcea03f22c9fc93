/** What loads a bundle of bundles.json in a language, made of i18n/texts by scripts/lib/words/texts/plugin.mjs. */
declare module 'virtual:texts/*' {
  const texts: Record<import('@stationmaster/units').Language, () => Promise<{ default: object }>>
  export default texts
}
