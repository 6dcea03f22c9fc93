/** What a version calls each of our words. */
export type WordsOf<Ours extends string, Theirs extends string> = Readonly<Record<Ours, Theirs>>

/** Our word for one of the version's; undefined for what it does not have. */
export const keyOf = <Ours extends string>(words: WordsOf<Ours, string>, theirs: unknown): Ours | undefined =>
  (Object.keys(words) as Ours[]).find((ours) => words[ours] === theirs)
