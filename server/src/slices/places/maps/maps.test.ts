import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { gazetteer } from './gazetteer.ts'
import { nominatim } from './nominatim.ts'
import { openGeocoder } from './routes.ts'
import { loadTowns } from './towns.ts'

describe('the gazetteer', () => {
  test.each([
    ['Sovetskaya 34, Tver, Russia', 'en', 'Tver', 'Russia', 'Europe/Moscow'],
    ['Советская 34, Тверь, Россия', 'ru', 'Тверь', 'Россия', 'Europe/Moscow'],
    ['Невский проспект 1, Санкт-Петербург', 'ru', 'Санкт-Петербург', 'Россия', 'Europe/Moscow'],
    ['Torstr. 81, 10119 Berlin, Deutschland', 'de', 'Berlin', 'Deutschland', 'Europe/Berlin'],
    ['Marienplatz 1, München', 'en', 'Munich', 'Germany', 'Europe/Berlin'],
    ['Ленина 1, Екатеринбург', 'de', 'Jekaterinburg', 'Russland', 'Asia/Yekaterinburg'],
    ['ЕКАТЕРИНБУРГ', 'en', 'Yekaterinburg', 'Russia', 'Asia/Yekaterinburg'],
    ['Орёл', 'ru', 'Орел', 'Россия', 'Europe/Moscow'],
    ['koln', 'de', 'Köln', 'Deutschland', 'Europe/Berlin'],
    ['Frankfurt am Main Hauptbahnhof', 'ru', 'Франкфурт-на-Майне', 'Германия', 'Europe/Berlin'],
  ] as const)('knows where %s is', async (address, language, city, country, time_zone) => {
    expect(await gazetteer.forward(address, language)).toMatchObject({
      city,
      country,
      time_zone,
      accuracy: 'town',
    })
  })

  test('the country decides between towns of one name', async () => {
    expect((await gazetteer.forward('Birmingham, United States', 'en'))?.country).toBe('United States')
    expect((await gazetteer.forward('Birmingham', 'en'))?.country).toBe('United Kingdom')
    expect(await gazetteer.forward('Moscow, United States', 'en')).toBeUndefined()
    expect((await gazetteer.forward('Moscow', 'en'))?.country).toBe('Russia')
  })

  test('what it does not know is nothing', async () => {
    expect(await gazetteer.forward('Xyzzyplugh 12', 'en')).toBeUndefined()
    expect(await gazetteer.reverse({ lat: -40, lng: -120 }, 'en')).toBeUndefined()
  })

  test.each([
    [52.5, 13.45, 'Berlin'],
    [52.43, 13.53, 'Berlin'],
    [52.4, 13.06, 'Potsdam'],
    [55.75, 37.62, 'Moscow'],
    [55.65, 37.5, 'Moscow'],
    [56.86, 35.9, 'Tver'],
  ])('%f, %f belongs to %s', async (lat, lng, city) => {
    const found = await gazetteer.reverse({ lat, lng }, 'en')
    expect(found?.city.replaceAll('’', '')).toBe(city)
    expect(found?.coordinates).toEqual({ lat, lng })
  })

  test('the largest towns of a part of the map come first, across the date line too', async () => {
    const towns = await loadTowns()
    const names = towns.within({ west: 12, south: 52, east: 15, north: 53 }, 3).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['Berlin', 'Potsdam'])
    expect(names).toHaveLength(3)
    const far = towns.within({ west: 170, south: -60, east: -170, north: 70 }, 300)
    expect(far.length).toBeGreaterThan(0)
    expect(far.every(({ lng }) => lng >= 170 || lng <= -170)).toBe(true)
  })

  test('every town has coordinates, a country and a time zone that exist', async () => {
    for (const { name, lat, lng, country, timeZone } of (await loadTowns()).all) {
      expect(Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && /^[A-Z]{2}$/.test(country), name).toBe(true)
      expect(timeZone).toMatch(/^[A-Z][A-Za-z]+\//)
    }
  })
})

describe('a geocoder behind HTTP', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/nominatim`
  }
  const house = {
    lat: '55.7601',
    lon: '37.6186',
    display_name: 'Лесная улица 7, Москва',
    address: {
      house_number: '7',
      road: 'Лесная улица',
      city: 'Москва',
      country: 'Россия',
      postcode: '125196',
    },
  }

  test('is called below its own address, and the house of its answer is used', async () => {
    const requestedPaths: string[] = []
    const url = await serve((request, response) => {
      requestedPaths.push(request.url ?? '')
      response.end(JSON.stringify(request.url?.includes('/search') ? [house] : house))
    })
    const found = await nominatim(url).forward('http://169.254.169.254/?q=1', 'ru')
    expect(found).toEqual({
      address: 'Лесная улица 7, Москва',
      country: 'Россия',
      city: 'Москва',
      street: 'Лесная улица 7',
      postal_code: '125196',
      coordinates: { lat: 55.7601, lng: 37.6186 },
      accuracy: 'house',
      time_zone: 'Europe/Moscow',
    })
    expect(await nominatim(url).reverse({ lat: 55.76, lng: 37.62 }, 'ru')).toMatchObject({
      coordinates: { lat: 55.76, lng: 37.62 },
    })
    expect(requestedPaths[0]).toMatch(/^\/nominatim\/search\?q=http%3A%2F%2F169/)
    expect(requestedPaths[1]).toMatch(
      /^\/nominatim\/reverse\?lat=55.76&lon=37.62&format=jsonv2&.*accept-language=ru/,
    )
  })

  test('nothing found is nothing', async () => {
    const url = await serve((request, response) =>
      response.end(request.url?.includes('/search') ? '[]' : '{"error":"Unable to geocode"}'),
    )
    expect(await nominatim(url).forward('nowhere', 'en')).toBeUndefined()
    expect(await nominatim(url).reverse({ lat: 0, lng: 0 }, 'en')).toBeUndefined()
  })

  test.each<[string, RequestListener]>([
    ['sends elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['fails', (_, response) => response.writeHead(500).end('no')],
    ['answers no JSON', (_, response) => response.end('<html>')],
    ['answers another shape', (_, response) => response.end('{"lat":"north"}')],
    ['answers too much', (_, response) => response.end(`["${'x'.repeat(300_000)}"]`)],
    ['hangs up', (request) => request.socket.destroy()],
  ])('one that %s is done without', async (_what, listener) => {
    const url = await serve(listener)
    await expect(nominatim(url).forward('Tver', 'en')).rejects.toThrow()
    const failures: unknown[] = []
    const found = await openGeocoder(url, (error) => failures.push(error)).forward('Tver', 'en')
    expect(found).toMatchObject({ accuracy: 'town', country: 'Russia' })
    expect(failures).toHaveLength(1)
  })
})
