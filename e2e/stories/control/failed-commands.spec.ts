import { expect, type Page } from '@playwright/test'
import { contract, type Language, languages } from '@stationmaster/contract'
import type { Misbehaviour } from '@stationmaster/simulator'
import { Console } from '../../harness/console.ts'
import { keepSession, signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const answerSeconds = 10

/** Its stations have little time to answer; those of the world that all stories share have plenty. */
let hurried: World

story.beforeAll(async () => {
  hurried = await World.start({ OCPP_CALL_TIMEOUT_SECONDS: String(answerSeconds) })
})
story.afterAll(async () => {
  await hurried?.stop()
})

interface FailedEnd extends Record<Language, RegExp> {
  what: string
  how: Misbehaviour
  /** the station may still carry it out: a start is held open for its transaction */
  unknown?: true
}

/** How a command can end badly at the station, and the beginning of what is said then. */
const ends: readonly FailedEnd[] = [
  {
    what: 'silence',
    how: 'silent',
    unknown: true,
    en: /The station has not answered within 10 s\. Whether it still carries the command out is not known/,
    de: /Die Station hat innerhalb von 10 s nicht geantwortet\. Ob sie den Befehl noch ausführt, ist nicht bekannt/,
    ru: /Станция не ответила за 10 с\. Выполнит ли она команду позже, неизвестно/,
  },
  {
    what: 'an error',
    how: { code: 'NotSupported', text: 'no such thing here' },
    en: /The station answered with the error NotSupported \(no such thing here\)\. It knows this command, but does not support it\./,
    de: /Die Station hat mit dem Fehler NotSupported \(no such thing here\) geantwortet\. Sie kennt diesen Befehl, unterstützt ihn aber nicht\./,
    ru: /Станция ответила ошибкой NotSupported \(no such thing here\)\. Эту команду она знает, но не поддерживает\./,
  },
  {
    what: 'a refusal',
    how: 'refusing',
    en: /The station (did not carry out|refused) the command: no reason given\./,
    de: /Die Station hat den Befehl (nicht ausgeführt|abgelehnt): ohne Angabe von Gründen\./,
    ru: /Станция (не выполнила|отклонила) команду: без указания причины\./,
  },
  {
    what: 'a closed socket',
    how: 'hanging up',
    unknown: true,
    en: /The connection to the station broke before it answered\./,
    de: /Die Verbindung brach ab, bevor die Station antwortete\./,
    ru: /Связь со станцией прервалась до ответа\./,
  },
]

const action = 'TriggerMessage'
const payload = { requestedMessage: 'Heartbeat' }

/** The console of a station with the command written, for an administrator of that language. */
async function aConsole(page: Page, world: World, stationId: string, language: Language): Promise<Console> {
  await keepSession(page, world.url, 'administrator')
  await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
  const stationConsole = new Console(page, language)
  await stationConsole.open(world, stationId)
  await stationConsole.write(action, JSON.stringify(payload))
  return stationConsole
}

/** as many commands as may wait for one station */
const queueLength = 100

/** Sends a silent station as many commands as may wait for it; resolves, once no more may, with the end of them all. */
async function fillQueue(world: World, stationId: string): Promise<{ ended: Promise<unknown> }> {
  const send = () =>
    world.administrator
      .call(contract.commands.message, { params: { id: stationId }, body: { action, payload } })
      .then(() => '', String)
  // one more than there is room for: the one that is turned away comes back at once
  const sent = Array.from({ length: queueLength + 2 }, send)
  expect(await Promise.race(sent)).toContain('station.busy')
  return { ended: Promise.all(sent) }
}

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a command to a station of ${protocol} that fails says how, in three languages`,
    async ({ anotherPage }) => {
      // each has a station of its own: nobody waits for the others' silence
      await Promise.all(
        languages.map(async (language) => {
          const { played, record } = await hurried.aStation({ protocol })
          const stationConsole = await aConsole(await anotherPage(), hurried, record.id, language)
          for (const end of ends) {
            await story.step(`${language}: ${end.what}`, async () => {
              played.misbehave(end.how)
              await expect(stationConsole.send).toBeEnabled()
              await stationConsole.submit(action)
              if (end.how === 'silent') await expect(stationConsole.form.getByRole('timer')).toBeVisible()
              await stationConsole.expectAnswer(action, end[language])
            })
          }
          played.misbehave(null)

          await story.step(`${language}: what is written is no JSON`, async () => {
            await stationConsole.rewrite('{"requestedMessage":')
            await expect(stationConsole.form.getByRole('alert')).toHaveText(stationConsole.words.invalidJson)
            await expect(stationConsole.send).toBeDisabled()
          })

          await story.step(`${language}: what is written does not fit the schema`, async () => {
            const refused = {
              en: /does not fit the schema/,
              de: /passen nicht zum Schema/,
              ru: /не подходит под схему/,
            }
            await stationConsole.rewrite('{"requestedMessage":"Gossip"}')
            await expect(stationConsole.form.getByRole('listitem')).toContainText('requestedMessage')
            await stationConsole.submit(action)
            const popup = stationConsole.answer(action)
            await expect(popup.getByRole('listitem').locator('code')).toHaveText('requestedMessage')
            await expect(popup.getByRole('button', { name: stationConsole.words.force })).toBeVisible()
            await stationConsole.expectAnswer(action, refused[language])
          })

          await story.step(`${language}: the station goes away`, async () => {
            await played.goOffline()
            await expect(stationConsole.form.getByText(stationConsole.words.offline)).toBeVisible()
            await expect(stationConsole.send).toBeDisabled()
          })
        }),
      )
    },
  )

  story(
    `who waits for a station of ${protocol} leaves, and hears no more of the command`,
    async ({ page, world }) => {
      const { played, record } = await world.aStation({ protocol })
      const stationConsole = await aConsole(page, world, record.id, 'en')
      played.misbehave('silent')
      await stationConsole.submit(action)
      await stationConsole.form.getByRole('button', { name: stationConsole.words.leave }).click()
      await expect(stationConsole.form.getByText(`${action} goes on in the background`)).toBeVisible()
      await expect(stationConsole.send).toBeEnabled()
      // which ends the command
      await played.goOffline()
      await expect(stationConsole.form.getByText(stationConsole.words.offline)).toBeVisible()
      await expect(stationConsole.answer(action)).toBeHidden()
    },
  )

  story(
    `a command to a station of ${protocol} for which too many wait is told so, in three languages`,
    async ({ anotherPage, world }) => {
      const { played, record } = await world.aStation({ protocol })
      const consoles = await Promise.all(
        languages.map(async (language) => aConsole(await anotherPage(), world, record.id, language)),
      )
      played.misbehave('silent')
      const { ended } = await fillQueue(world, record.id)
      await Promise.all(
        consoles.map(async (stationConsole) => {
          await stationConsole.submit(action)
          const busy = { en: /Too many commands/, de: /zu viele Befehle/, ru: /слишком много команд/ }
          await stationConsole.expectAnswer(action, busy[stationConsole.language])
        }),
      )
      await played.goOffline()
      await ended
    },
  )

  story(`work for a station of ${protocol} that fails says how in the panels`, async ({ page }) => {
    const { played, record } = await hurried.aStation({ protocol })
    await signIn(page, hurried.url, 'administrator', `/charge-points/${record.id}/commands`)
    const control = page.getByRole('region', { name: 'Control' })
    for (const end of ends) {
      played.misbehave(end.how)
      const send = control.getByRole('button', { name: 'Send it now' })
      await expect(send).toBeEnabled()
      await send.click()
      if (end.how === 'silent') await expect(control.getByRole('timer')).toBeVisible()
      await expect(control.getByRole('alert')).toHaveText(end.en)
      await control.getByRole('button', { name: 'Close' }).click()
    }
  })

  story(`a start and a stop at a station of ${protocol} that fail say how`, async ({ page }) => {
    const { played, record, connectorId } = await hurried.aStation({ protocol })
    await signIn(page, hurried.url, 'operator', `/charge-points/${record.id}/information`)
    const start = page.getByRole('button', { name: 'Start charging' })
    for (const end of ends.filter(({ unknown }) => !unknown)) {
      played.misbehave(end.how)
      await expectAlert(page, 'Start charging', end)
    }
    for (const end of ends.filter(({ unknown }) => unknown)) {
      const other = await hurried.aStation({ protocol })
      await page.goto(`${hurried.url}/charge-points/${other.record.id}/information`)
      other.played.misbehave(end.how)
      await expectAlert(page, 'Start charging', end)
      await expect(page.getByText('Starting', { exact: true })).toBeVisible()
      await expect(start).toHaveCount(0)
    }
    played.misbehave(null)
    await page.goto(`${hurried.url}/charge-points/${record.id}/information`)
    await expect(start).toBeEnabled()
    await hurried.administrator.call(contract.connectors.start, { params: { id: connectorId }, body: {} })
    await played.waitFor('charging')
    for (const end of ends) {
      played.misbehave(end.how)
      await expectAlert(page, 'Stop charging', end)
    }
  })
}

/** Asks for a start or a stop on the station's page, and waits for what is said of it. */
async function expectAlert(page: Page, button: string, end: FailedEnd): Promise<void> {
  const ask = page.getByRole('button', { name: button }).first()
  await expect(ask).toBeEnabled()
  await ask.click()
  const question = page.getByRole('dialog')
  if (button === 'Stop charging') await question.getByRole('button', { name: button }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Error: ' })
  await expect(alert).toHaveText(end.en)
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toBeHidden()
}

story('what is written while the page still takes in what was before stays', async ({ page, world }) => {
  const { record } = await world.aStation({ protocol: 'ocpp1.6' })
  const stationConsole = await aConsole(page, world, record.id, 'en')
  const text = '{"requestedMessage":"Gossip"}'
  await stationConsole.form.evaluate((form, second) => {
    form.querySelector<HTMLElement>('.cm-content')!.focus()
    const write = (what: string) => {
      document.execCommand('selectAll')
      document.execCommand('insertText', false, what)
    }
    // as soon as the first is seen, which is before everything has followed from it
    new MutationObserver((_, watch) => {
      if (!form.querySelector('[role=alert]')) return
      watch.disconnect()
      write(second)
    }).observe(form, { childList: true, subtree: true })
    write('{"requestedMessage":')
  }, text)
  await expect(stationConsole.form.getByRole('listitem')).toContainText('requestedMessage')
  await expect(stationConsole.form.getByRole('textbox', { name: stationConsole.words.payload })).toHaveText(
    text,
  )
})
