import { describe, expect, test } from 'vitest'
import {
  addConnector,
  addEvse,
  changeConnector,
  checkModel,
  emptyDraft,
  type ModelDraft,
  removeConnector,
  removeEvse,
  usualCurrent,
} from './model-draft.ts'

const numbers = ({ evses }: ModelDraft) =>
  evses.map((evse) => [evse.number, evse.connectors.map((c) => c.number)])
const described = changeConnector({ ...emptyDraft, vendor_name: 'Nordlicht', model: 'Wall' }, 0, 0, {
  power: 22,
})

describe('numbers', () => {
  test('continue from the last one, whatever was removed', () => {
    const three = addEvse(addEvse(addConnector(addConnector(emptyDraft, 0), 0)))
    expect(numbers(three)).toEqual([
      [1, [1, 2, 3]],
      [2, [1]],
      [3, [1]],
    ])
    const fewer = removeConnector(removeEvse(three, 1), 0, 1)
    expect(numbers(addEvse(addConnector(fewer, 0)))).toEqual([
      [1, [1, 3, 4]],
      [3, [1]],
      [4, [1]],
    ])
  })

  test('the first EVSE and the first connector of each EVSE stay', () => {
    const two = addConnector(addEvse(emptyDraft), 1)
    expect(removeEvse(two, 0)).toBe(two)
    expect(numbers(removeConnector(two, 0, 0))).toEqual(numbers(two))
    expect(numbers(removeConnector(two, 1, 0))).toEqual(numbers(two))
  })

  test('a new connector is of the last kind and still needs its power', () => {
    const draft = addConnector(
      changeConnector(emptyDraft, 0, 0, { type: 'CCS 2', current: 'DC', power: 60 }),
      0,
    )
    expect(draft.evses[0]?.connectors[1]).toEqual({ number: 2, type: 'CCS 2', current: 'DC', power: '' })
    expect([usualCurrent('CHAdeMO'), usualCurrent('Type 1')]).toEqual(['DC', 'AC'])
  })
})

describe('a model', () => {
  test('that is empty lacks manufacturer, name and power', () => {
    expect(checkModel(emptyDraft).faults).toEqual({
      vendor_name: 'required',
      model: 'required',
      'evses.0.connectors.0.power': 'required',
    })
  })

  test('is complete without a picture; its power is sent as a number', () => {
    const { model, faults } = checkModel(described)
    expect(faults).toEqual({})
    expect(model?.evses[0]?.connectors[0]?.power).toBe(22)
  })

  test.each<[string, Partial<ModelDraft>, string, string]>([
    ['blank manufacturer', { vendor_name: '  ' }, 'vendor_name', 'required'],
    ['blank name', { model: ' ' }, 'model', 'required'],
    ['endless name', { model: 'x'.repeat(51) }, 'model', 'tooLong'],
    ['picture without an address', { image: 'wall.png' }, 'image', 'address'],
    ['picture without TLS', { image: 'http://x.example/wall.png' }, 'image', 'address'],
    ['picture of a script', { image: 'javascript:alert(1)' }, 'image', 'address'],
    ['picture of this server that is none', { image: '/api/v1/downloads' }, 'image', 'address'],
    ['endless address', { image: `https://x.example/${'x'.repeat(500)}` }, 'image', 'tooLong'],
    ['no power', changeConnector(described, 0, 0, { power: 0 }), 'evses.0.connectors.0.power', 'power'],
    [
      'too much power',
      changeConnector(described, 0, 0, { power: 1001 }),
      'evses.0.connectors.0.power',
      'power',
    ],
    ['missing power of a second EVSE', addEvse(described), 'evses.1.connectors.0.power', 'required'],
  ])('is refused with %s', (_what, wrong, field, fault) => {
    expect(checkModel({ ...described, ...wrong }).faults).toEqual({ [field]: fault })
  })

  test.each([
    'https://x.example/wall.png',
    'https://x.example:8443/a/wall.png?v=1#top',
    `/api/v1/files/${'a'.repeat(22)}`,
    '',
  ])('takes the picture %j', (image) => {
    expect(checkModel({ ...described, image }).faults).toEqual({})
  })

  test('has 32 connectors at most', () => {
    const draft = Array.from({ length: 32 }).reduce<ModelDraft>(
      (so, _, at) => changeConnector(addEvse(so), at + 1, 0, { power: 22 }),
      described,
    )
    expect(checkModel(draft).faults).toEqual({ evses: 'tooMany' })
  })
})
