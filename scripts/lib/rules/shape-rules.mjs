import { lineAt, readable } from '../reading/source-text.mjs'

/** More parameters than these belong together in an object. */
const mostParameters = 5
/** A longer function has parts that have names. */
export const mostFunctionLines = 60

/** The lines of a file at which a function begins that has more than five parameters. */
export const crowdedFunctions = ({ path, source }) =>
  readable(source, path)
    .functions.filter(({ parameters }) => parameters > mostParameters)
    .map(({ offset }) => lineAt(source, offset))

/** The lines of a file at which a function of more than 60 lines begins. */
export const longFunctions = ({ path, source }) =>
  readable(source, path)
    .functions.filter(({ offset, end }) => source.slice(offset, end).split('\n').length > mostFunctionLines)
    .map(({ offset }) => lineAt(source, offset))

/** The lines of a file with a `!` (the value is there) that no comment on the line, or ending on the one before, gives a reason for. */
export function bareAssertions({ path, source }) {
  const { assertions, comments } = readable(source, path)
  if (assertions.length === 0) return []
  const reasons = new Set(comments.map((one) => lineAt(source, one.offset + one.source.length)))
  return assertions
    .map((end) => lineAt(source, end))
    .filter((line) => !reasons.has(line) && !reasons.has(line - 1))
}
