// Imported first by every command, so that an old Node ends with one line and not with a syntax error further down.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Stationmaster needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}
