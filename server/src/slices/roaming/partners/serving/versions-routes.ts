import { codecOf, type ModuleId, ocpiVersions, type VersionDetails, write } from '@stationmaster/ocpi'
import { versionsUrl } from '../calling/connect.ts'
import type { Stage } from '../rules.ts'
import type { OcpiServer } from './ocpi-server.ts'
import { send } from './requests.ts'

const stages: readonly Stage[] = ['registering', 'offered', 'connected']

/** Which versions we speak, and where the modules of each are: for everybody who has a token. */
export function versionsRoutes(ocpi: OcpiServer): void {
  const { app, parts, served } = ocpi
  const rootUrl = () => versionsUrl(parts).replace(/\/versions$/, '')
  const { versionListed, versionDetails } = codecOf('2.3.0')

  app.get(
    '/versions',
    { onRequest: (request) => ocpi.admit(request, { version: null, module: 'versions', stages }) },
    (request, reply) =>
      send(request, reply, {
        data: ocpiVersions.map((version) =>
          write(versionListed, { version, url: `${rootUrl()}/${version}` }),
        ),
      }),
  )

  for (const version of ocpiVersions) {
    app.get(
      `/${version}`,
      { onRequest: (request) => ocpi.admit(request, { version, module: 'versions', stages }) },
      (request, reply) => {
        const endpoints = served
          .filter((one) => one.version === version)
          .map(({ module, role }) => ({
            identifier: module as ModuleId,
            role,
            url: `${rootUrl()}/${version}/${module}`,
          }))
        const details: VersionDetails = { version, endpoints }
        return send(request, reply, { data: write(versionDetails, details) })
      },
    )
  }
}
