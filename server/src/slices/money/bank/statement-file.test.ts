import { describe, expect, test } from 'vitest'
import { dayIn, minorOf, readStatement } from './statement-file.ts'

const entry = (inner: string, indicator = 'CRDT', currency = 'RUB') =>
  `<Ntry><NtryRef>7</NtryRef><Amt Ccy="${currency}">872.00</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-03-03</Dt></BookgDt>${inner}</Ntry>`
const camt = (entries: string) => `<?xml version="1.0"?>
<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><n:BkToCstmrStmt><n:Stmt>
<n:Acct><n:Id><n:IBAN>DE02</n:IBAN></n:Id></n:Acct></n:Stmt><Stmt>${entries}</Stmt></n:BkToCstmrStmt></n:Document>`
const details = `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Alpha &amp; Co</Nm></Pty></Dbtr></RltdPties>
  <RmtInf><Ustrd>Payout</Ustrd><Ustrd>2 March</Ustrd></RmtInf></TxDtls></NtryDtls>`

describe('camt.053', () => {
  test('its booked credits in our currency are read, with who paid what for', () => {
    const { lines, ignored } = readStatement(
      camt(
        entry(`<AcctSvcrRef>R1</AcctSvcrRef>${details}`) +
          entry('', 'DBIT') +
          entry('', 'CRDT', 'EUR') +
          entry('').replace('BOOK', 'PDNG'),
      ),
      'RUB',
    )
    expect(lines).toMatchObject([
      {
        bookedOn: '2026-03-03',
        amountMinor: 87_200,
        counterparty: 'Alpha & Co',
        purpose: 'Payout 2 March',
        reference: 'R1',
      },
    ])
    expect(ignored).toBe(3)
  })

  test.each([
    ['no XML', '<a><b></a>'],
    ['another document', '<Document><Other/></Document>'],
    ['entities of its own', '<!DOCTYPE d [<!ENTITY a "b">]><Document/>'],
    ['an amount that is none', camt(entry('').replace('872.00', 'many'))],
  ])('%s is refused', (_, text) => {
    expect(() => readStatement(text, 'RUB')).toThrow(
      expect.objectContaining({ code: 'bank.file_unreadable' }),
    )
  })
})

describe('a table', () => {
  test.each([
    'Date,Amount,Counterparty,Purpose,Reference\r\n2026-03-03,872.00,Alpha,Payout,R1\r\n2026-03-03,-5.00,Rent,,\r\n',
    '\uFEFFBuchungstag;Betrag;Auftraggeber;Verwendungszweck;Referenz\n03.03.2026;872,00;Alpha;Payout;R1\n03.03.2026;-5,00;Rent;;\n',
    'Выписка по счёту\n\nДата;Сумма;Контрагент;Назначение платежа;Номер\n03.03.2026;"872,00";Alpha;Payout;R1\nИтого;872,00\n',
  ])('is known by its heads: %j', (text) => {
    const { lines, ignored } = readStatement(text, 'RUB')
    expect(lines).toMatchObject([
      {
        bookedOn: '2026-03-03',
        amountMinor: 87_200,
        counterparty: 'Alpha',
        purpose: 'Payout',
        reference: 'R1',
      },
    ])
    expect(ignored).toBe(1)
  })

  test('two lines that say the same are two, and the same ones in the same file again', () => {
    const text = 'date,amount\n2026-03-03,5\n2026-03-03,5\n'
    const keys = readStatement(text, 'RUB').lines.map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
    expect(readStatement(text, 'RUB').lines.map(({ key }) => key)).toEqual(keys)
  })

  test('without heads it is refused', () => {
    expect(() => readStatement('2026-03-03,5\n', 'RUB')).toThrow(
      expect.objectContaining({ code: 'bank.file_unreadable' }),
    )
  })
})

test.each([
  ['872', 87_200],
  ['872.5', 87_250],
  ['1 234,56', 123_456],
  ['1\u00a0234,56', 123_456],
  ['1,234.56', 123_456],
  ['1.234.567,89', 123_456_789],
  ['\u22125,00', -500],
  ['1,234', 123_400],
  ['12,34,5', null],
  ['', null],
  ['5 €', null],
])('an amount %j is %s', (text, minor) => {
  expect(minorOf(text)).toBe(minor)
})

test.each([
  ['2026-03-03', '2026-03-03'],
  ['2026-03-03T10:00:00', '2026-03-03'],
  ['03.03.2026', '2026-03-03'],
  ['31.02.2026', null],
  ['Total', null],
])('a day %j is %s', (text, day) => {
  expect(dayIn(text)).toBe(day)
})
