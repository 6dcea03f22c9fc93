import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

const diagnostics = (s: Stage16) =>
  s.task({ task: 'log', kind: 'diagnostics' }, 'GetDiagnostics', { fileName: 'diagnostics.log' })

/** The station gets an order to install a firmware, and reports its progress. */
async function updates(s: Stage16, steps: readonly string[]): Promise<void> {
  await s.ready()
  const location = 'https://firmware.example/v2.bin'
  const { request } = await s.task({ task: 'firmware', location }, 'UpdateFirmware', {})
  expect(request).toMatchObject({ location })
  for (const status of steps) expect(await s.call('FirmwareStatusNotification', { status })).toEqual({})
  const { firmware } = await s.tasks()
  expect(firmware?.steps.map(({ status }) => status)).toEqual(steps)
}

export const files: Block<Stage16> = {
  title: 'Firmware and diagnostics',
  cases: [
    {
      id: 'TC_044_1',
      subject: 'Firmware update, downloaded and installed',
      play: (s) => updates(s, ['Downloading', 'Downloaded', 'Installing', 'Installed']),
    },
    {
      id: 'TC_044_2',
      subject: 'Firmware update, download failed',
      play: (s) => updates(s, ['Downloading', 'DownloadFailed']),
    },
    {
      id: 'TC_044_3',
      subject: 'Firmware update, installation failed',
      play: (s) => updates(s, ['Downloading', 'Downloaded', 'Installing', 'InstallationFailed']),
    },
    {
      id: 'TC_045_1',
      subject: 'Get diagnostics',
      async play(s) {
        await s.ready()
        const { request, result } = await diagnostics(s)
        expect(result.accepted).toBe(true)
        await s.call('DiagnosticsStatusNotification', { status: 'Uploading' })
        const brought = await fetch(String(request.location), { method: 'PUT', body: 'line one\nline two\n' })
        expect(brought.ok).toBe(true)
        await s.call('DiagnosticsStatusNotification', { status: 'Uploaded' })
        const [upload] = (await s.tasks()).uploads
        expect(upload).toMatchObject({ kind: 'diagnostics', status: 'Uploaded', size: 18, open: false })
      },
    },
    {
      id: 'TC_045_2',
      subject: 'Get diagnostics, upload failed',
      async play(s) {
        await s.ready()
        await diagnostics(s)
        await s.call('DiagnosticsStatusNotification', { status: 'Uploading' })
        await s.call('DiagnosticsStatusNotification', { status: 'UploadFailed' })
        const [upload] = (await s.tasks()).uploads
        expect(upload).toMatchObject({ kind: 'diagnostics', status: 'UploadFailed', size: null })
      },
    },
  ],
}
