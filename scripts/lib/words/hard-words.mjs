import { lineAt, readable } from '../reading/source-text.mjs'

/** Pieces of a name that have several meanings in this code, or none at first sight; `docs/glossary.md` and the trade have better words. */
const hardPieces = /(^|_)(told|untold|asked|wish|wishes|knock|desk|noting|let_go|settle)(_|$)/
const hardInComments = /\b(told|asked|wish|wishes|knocks?|lets? go|whom|anew)\b/gi

/** Names that cannot change any more: which, in which files, and why. */
const exceptions = [
  {
    name: /_/,
    files: [''],
    why: 'columns, fields of the API and environment variables: a name of our own has no underscore',
  },
  {
    name: /^told$/,
    files: [
      'contract/src/charging/orders.ts',
      'server/src/slices/control/commands/routes.ts',
      'server/src/story/stations/journal/lost-transactions.test.ts',
    ],
    why: 'a field of the API: the answer to an inquiry',
  },
  {
    name: /^asked$/,
    files: ['server/src/platform/listeners/control-socket.ts'],
    why: 'a field of the messages to a running server, which may be of another version',
  },
  {
    name: /^wish$/,
    files: [
      'contract/src/public/pay.ts',
      'server/src/slices/money/services/sold/',
      'server/src/slices/public/pay/services.ts',
      'server/src/story/money/',
      'web/src/slices/public/pay/services-panel.tsx',
    ],
    why: 'a field of the API, and the column of sold_services that keeps it',
  },
]

/** The identifiers of a file that hold a hard word, as { line, name }; strings, such as names of events and columns, are not names. */
export function hardNames({ path, source }) {
  return readable(source, path)
    .names.filter(({ name }) => hardPieces.test(piecesOf(name)) && !isException(path, name))
    .map(({ offset, name }) => ({ line: lineAt(source, offset), name }))
}

/** The hard words in the comments of a file, as { line, name }. */
export function hardComments({ path, source }) {
  return readable(source, path).comments.flatMap((comment) =>
    [...comment.source.matchAll(hardInComments)].map(({ index, 0: name }) => ({
      line: lineAt(source, comment.offset + index),
      name,
    })),
  )
}

/** A name in lower case, with an underscore between its words. */
const piecesOf = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const isException = (path, name) =>
  exceptions.some((one) => one.name.test(name) && one.files.some((file) => path.startsWith(file)))
