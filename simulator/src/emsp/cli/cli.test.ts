import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Emsp, startEmsp } from '../emsp.ts'
import { TestCpo } from '../stories/cpo-for-tests.ts'
import { someLocation } from '../stories/objects-for-tests.ts'
import { doLine } from './lines.ts'
import { partnerOptions } from './options.ts'

describe('the command line', () => {
  test('has what it needs without options', () => {
    expect(partnerOptions([])).toMatchObject({
      port: 8095,
      versions: ['2.2.1', '2.3.0'],
      register: null,
      cards: [{ uid: 'EMSP-CARD-1', allowed: 'ALLOWED' }],
      once: null,
    })
  })

  test('registers, brings cards and faults, and does one thing', () => {
    const url = 'http://127.0.0.1:8080/ocpi/versions'
    const args = ['--url', url, '--token-a', 'A', '--cards', 'X,Y=BLOCKED', '--fault', 'slow=100']
    expect(partnerOptions([...args, '--start', 'L1/E1', '--token', 'X'])).toMatchObject({
      register: { url, token: 'A' },
      cards: [
        { uid: 'X', allowed: 'ALLOWED' },
        { uid: 'Y', allowed: 'BLOCKED' },
      ],
      faults: ['slow 100'],
      once: 'start L1/E1 X',
    })
  })

  test.each([
    [['--url', 'http://a/'], '--url and --token-a go together'],
    [['--start', 'L1'], '--token UID'],
    [['--cards', 'X=MAYBE'], 'a card is UID or'],
    [['--versions', '2.1.1'], 'not 2.1.1'],
    [['--port', '65536'], '--port is'],
    [['--party', 'ABCD'], '--party is'],
  ])('%j is refused', (args, text) => {
    expect(() => partnerOptions(args)).toThrow(text)
  })
})

describe('the lines', () => {
  let cpo: TestCpo
  let emsp: Emsp

  beforeAll(async () => {
    cpo = await new TestCpo(['2.3.0']).open()
    emsp = await startEmsp()
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
  })
  afterAll(async () => {
    await emsp.close()
    await cpo.close()
  })

  test('a card is added, sent and used to start a session', async () => {
    await doLine(emsp, 'card CARD-7=BLOCKED')
    expect(cpo.seen.at(-1)).toMatchObject({ method: 'PUT', body: { uid: 'CARD-7' } })
    const started = doLine(emsp, 'start L1/E1/1 CARD-7')
    await expect.poll(() => commandOf('START_SESSION')).toBeDefined()
    const sent = commandOf('START_SESSION')
    expect(sent).toMatchObject({
      location_id: 'L1',
      evse_uid: 'E1',
      connector_id: '1',
      token: { uid: 'CARD-7' },
    })
    await cpo.call('POST', String(sent?.response_url), { result: 'ACCEPTED' })
    expect(await started).toContain('"timeout": 30')
  })

  const commandOf = (command: string) => {
    const found = cpo.seen.find(({ path }) => path.endsWith(command))
    return found && (found.body as Record<string, unknown>)
  }

  test('a command that is not accepted waits for nothing', async () => {
    cpo.response = { result: 'REJECTED', timeout: 0 }
    for (const line of [
      'stop S1',
      'reserve R1 L1 CARD-7 5',
      'cancel R1',
      'unlock L1/E1/1',
      'limit S1 7400',
      'profile S1',
      'unlimit S1',
    ]) {
      expect(await doLine(emsp, line)).toContain('REJECTED')
    }
    expect(
      cpo.seen.find(({ method, path }) => method === 'PUT' && path.endsWith('chargingprofiles/S1'))?.body,
    ).toMatchObject({
      charging_profile: {
        charging_rate_unit: 'W',
        charging_profile_period: [{ start_period: 0, limit: 7400 }],
      },
    })
    expect(await doLine(emsp, 'prefer S1 GREEN')).toBe('ACCEPTED')
  })

  test('lists are read, and what is held is shown', async () => {
    cpo.lists.locations = [someLocation('L1'), someLocation('L2'), someLocation('L3')]
    expect(await doLine(emsp, 'pull locations 2026-11-01')).toContain('3 of 3 on 2 pages')
    expect(await doLine(emsp, 'show sessions')).toBe('[]')
    expect(await doLine(emsp, 'refusals')).toContain('"duplicates": 0')
  })

  test('faults begin with their value and modules, and end', async () => {
    expect(await doLine(emsp, 'fault slow 7 tokens,cdrs')).toBe('slow from now on in tokens, cdrs')
    expect(emsp.faults.take('slow', 'cdrs')).toEqual({ kind: 'slow', ms: 7 })
    expect(emsp.faults.take('slow', 'locations')).toBeNull()
    await doLine(emsp, 'fault silent cdrs')
    expect([emsp.faults.shows('silent', 'cdrs'), emsp.faults.shows('silent', 'tokens')]).toEqual([
      true,
      false,
    ])
    await doLine(emsp, 'fault error 500')
    expect(emsp.faults.take('error', 'tokens')).toEqual({ kind: 'error', status: 500 })
    await doLine(emsp, 'well silent')
    expect(emsp.faults.shows('silent', 'cdrs')).toBe(false)
    await doLine(emsp, 'well')
    expect(emsp.faults.shows('error', 'tokens')).toBe(false)
    await doLine(emsp, 'away')
    await expect(cpo.call('GET', emsp.versionsUrl)).rejects.toThrow()
    await doLine(emsp, 'back')
    expect((await cpo.call('GET', emsp.versionsUrl)).http).toBe(200)
  })

  test('what is not there is said', async () => {
    await expect(doLine(emsp, 'dance')).rejects.toThrow('there is no dance')
    await expect(doLine(emsp, 'fault dance')).rejects.toThrow('there is no fault dance')
    await expect(doLine(emsp, 'pull tokens')).rejects.toThrow('not tokens')
    await expect(doLine(emsp, 'start / X')).rejects.toThrow('a place is')
    expect(await doLine(emsp, '  ')).toBe('')
    expect(await doLine(emsp, 'help')).toContain('reserve ID')
  })
})
