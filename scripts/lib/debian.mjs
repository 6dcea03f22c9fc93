import { existsSync } from 'node:fs'
import { step } from './progress.mjs'
import { mustRun } from './run.mjs'

/** Whether packages can be installed here: root on Debian or one of its children. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** Installs a Debian package with what it needs and nothing more. */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await step(`Installing ${name} from Debian's packages`, async () => {
    await mustRun('apt-get', ['update', '-qq'], { env })
    await mustRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
  })
}
