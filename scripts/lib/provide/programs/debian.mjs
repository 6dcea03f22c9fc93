import { existsSync } from 'node:fs'
import { step } from '../../progress.mjs'
import { mustRun } from '../../run.mjs'

/** Whether packages can be installed here: root on Debian or one of its children. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** Installs a Debian package with what it needs and nothing more; nothing has to go for it, and no network is waited for long. */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1']
  const aptGet = (...args) => mustRun('apt-get', [...options, ...args], { env })
  await step(`Installing ${name} from Debian's packages`, async () => {
    await aptGet('update')
    await aptGet('install', '-y', '--no-install-recommends', '--no-remove', name)
  })
}
