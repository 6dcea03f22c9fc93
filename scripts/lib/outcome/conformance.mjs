/** Rows of the table from a Vitest report: version, block, id, subject, notOffered, and a failure where there is one. */
export function rowsOf(report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ meta }) => meta?.conformance)
    .map(({ meta, status, failureMessages }) => {
      const failure =
        status === 'passed' ? undefined : (failureMessages[0]?.split('\n')[0] ?? `the case was ${status}`)
      return { ...meta.conformance, ...(failure === undefined ? {} : { failure }) }
    })
}

const resultOf = ({ failure, notOffered }) => {
  if (failure !== undefined) return `FAILED: ${failure}`
  return notOffered === undefined ? 'passed' : `not offered: ${notOffered}`
}

const count = (number, one) => `${number} ${number === 1 ? one : `${one}s`}`

/** The line that sums up rows. */
export function summary(rows) {
  const failed = rows.filter(({ failure }) => failure !== undefined).length
  const absent = rows.filter(
    ({ failure, notOffered }) => failure === undefined && notOffered !== undefined,
  ).length
  const parts = [`${rows.length - failed - absent} passed`]
  if (absent > 0) parts.push(`${absent} not offered`)
  if (failed > 0) parts.push(`${failed} failed`)
  return `${count(rows.length, 'case')}: ${parts.join(', ')}`
}

const grouped = (rows, key) =>
  [...new Set(rows.map((row) => row[key]))].map((value) => [value, rows.filter((row) => row[key] === value)])

/** The table as a terminal shows it. */
export function table(rows) {
  const widthOf = (key) => Math.max(...rows.map((row) => row[key].length))
  const [ids, subjects] = [widthOf('id'), widthOf('subject')]
  return grouped(rows, 'version')
    .map(([version, own]) => {
      const lines = own.map(
        (row) => `${row.id.padEnd(ids)}  ${row.subject.padEnd(subjects)}  ${resultOf(row)}`,
      )
      return `${version}, ${summary(own)}\n\n${lines.join('\n')}\n`
    })
    .join('\n')
}

const heading = `# Conformance

Stationmaster is self-tested against the subjects of the test cases that the Open Charge Alliance lists for central systems. It is not
certified: the cases are written here, in our own words, from the standard's text and the subjects of that list, and nobody but this
suite has judged them.

\`npm run conformance\` plays them all, prints this table, and writes this page when every case passes; \`npm test\` plays them, too, and fails
when this page is not the table of the cases.

How a case is played: the real server on a real database, and for each case a station of its own that speaks frame by frame over a real
socket, over TLS where the case is about that. Commands are given through the interface, as an operator gives them. Both ends are looked
at: what the station was sent, and what the back office tells. Every frame of the server is held against the Open Charge Alliance's
schemas by a validator that is not the server's own, and against the rules of OCPP-J: one call at a time, message ids that are new and
short enough. A call that the case does not expect fails it.

A result of *not offered* says why; the case then shows that the server refuses by the standard what it does not serve.

OCPP 2.1 is edition 1, by the schemas of that edition. Its cases are self-tested, and nothing is claimed of edition 2 or of a certification: cases with
numbers of the list (TC) are those of 2.0.1 played by a station of 2.1, cases with numbers of ours (SM) are about what 2.1 adds. Known differences from the
standard: V2X, distributed energy (DER) and battery swap are understood and journaled, no more; a stream of values has one row in the journal every five seconds, which says for how many it stands, and its values are shown, not counted; dynamic
schedules are not served (PullDynamicScheduleUpdate is answered Rejected); a driver’s own tariff is not in the answer to Authorize
(a running session gets it by ChangeTransactionTariff), and prices are sent without taxes, as drivers pay them; VAT numbers are not checked; lists of revoked certificates (CRL) are not read: only responders are asked; an answer of a station that breaks its schema where we do
not read it is used all the same.
`

/** The page in docs/. */
export function page(rows) {
  const versions = grouped(rows, 'version').map(([version, own]) => {
    const blocks = grouped(own, 'block').map(([block, cases]) => {
      const lines = cases.map((row) => `| ${row.id} | ${row.subject} | ${resultOf(row)} |`)
      return `### ${block}\n\n| case | subject | result |\n|---|---|---|\n${lines.join('\n')}\n`
    })
    return `## ${version}\n\n${summary(own)}.\n\n${blocks.join('\n')}`
  })
  return `${heading}\n${versions.join('\n')}`
}
