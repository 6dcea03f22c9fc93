import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../root.mjs'
import { describeStatements } from './describe.mjs'

const pg = createRequire(at('server/package.json'))('pg')
const server = process.env.TEST_DATABASE_URL

async function ask(url, text) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

describe.skipIf(!server)('a database', () => {
  const name = `described_${randomBytes(6).toString('hex')}`
  let url

  beforeAll(async () => {
    url = new URL(server)
    url.pathname = `/${name}`
    await ask(server, `create database ${name}`)
    await ask(
      url.href,
      `create table cars (id bigint not null, plate text, tags text[] not null);
      create view car_view as select plate, id, upper(plate) as loud from cars;
      create view view_view as select id as its_id from car_view`,
    )
  })
  afterAll(() => ask(server, `drop database ${name} with (force)`))

  const ofOne = async (text) => (await describeStatements(url.href, [text])).get(text)
  const origins = (columns) => columns.map(({ name: its, column }) => [its, column])

  test('tells names and types of what a statement gives, and runs nothing', async () => {
    await ask(url.href, `insert into cars values (1, null, '{}')`)
    const text = 'delete from cars where id = $1 returning id as "Id", tags'
    expect(await ofOne(text)).toMatchObject([
      { name: 'Id', type: { name: 'int8', element: null } },
      { name: 'tags', type: { name: '_text', element: 'text' } },
    ])
    expect((await ask(url.href, 'select from cars')).rowCount).toBe(1)
  })

  test('says which column a value comes from unchanged, also through views', async () => {
    const id = { table: 'cars', name: 'id', isNotNull: true }
    const plate = { table: 'cars', name: 'plate', isNotNull: false }
    expect(origins(await ofOne('select id, plate as p, id + 1 as next from cars'))).toEqual([
      ['id', id],
      ['p', plate],
      ['next', undefined],
    ])
    expect(origins(await ofOne('select id, plate, loud from car_view'))).toEqual([
      ['id', id],
      ['plate', plate],
      ['loud', undefined],
    ])
    expect(origins(await ofOne('select its_id from view_view'))).toEqual([['its_id', id]])
  })

  test('gives no columns of what gives no rows, refuses what it cannot read, and goes on', async () => {
    const texts = ['update cars set id = 1', 'select nothing from cars', 'select id from cars']
    const described = await describeStatements(url.href, texts)
    expect(described.get(texts[0])).toBeNull()
    expect(described.get(texts[1])).toEqual({ refusal: 'column "nothing" does not exist' })
    expect(described.get(texts[2])).toHaveLength(1)
  })
})
