import '../lib/provide/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { main, Refusal } from '../lib/progress.mjs'

// Validates the network in DATEX II, as a server publishes it, by the schemas in a folder; ends with 1 where it breaks one.

await main(async () => {
  const [folder, server = 'http://127.0.0.1:8080'] = process.argv.slice(2)
  const schema = resolve(folder ?? '', 'DATEXII_3_D2Payload.xsd')
  if (!folder || !existsSync(schema))
    throw new Refusal('npm run datex -- FOLDER [URL], FOLDER with DATEXII_3_D2Payload.xsd and its others')
  if (spawnSync('xmllint', ['--version']).error)
    throw new Refusal('There is no xmllint (Debian: libxml2-utils).')
  const kept = mkdtempSync(join(tmpdir(), 'datex-'))
  try {
    for (const name of ['network.datex2.xml', 'network-status.datex2.xml']) {
      const response = await fetch(new URL(`/api/v1/${name}`, server))
      if (!response.ok) throw new Refusal(`${name}: HTTP ${response.status}`)
      const text = await response.text()
      const file = join(kept, name)
      writeFileSync(file, text)
      const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, file], {
        encoding: 'utf8',
      })
      const size = `${Math.ceil(text.length / 1024)} KiB`
      console.log(status === 0 ? `✓ ${name} (${size})` : `✗ ${name} (${size})\n${stderr.trimEnd()}`)
      if (status !== 0) process.exitCode = 1
    }
  } finally {
    rmSync(kept, { recursive: true })
  }
})
