import type { Statement, StatementLine } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Help } from '../../../ui/words/help.tsx'
import { foldBy } from './folded.ts'
import classes from './statement.module.css'
import { type SumsRow, SumsTable } from './sums-table.tsx'

/** The whole statement: what is due and why, the two parties, and every line. */
export function StatementView({ statement, opensOrders }: { statement: Statement; opensOrders: boolean }) {
  const { t } = useTranslation()
  const { lines } = statement
  const of = (kind: StatementLine['kind']) => lines.filter((line) => line.kind === kind)
  return (
    <>
      <div className={classes.columns}>
        <DuePanel statement={statement} />
        <PartiesPanel statement={statement} />
      </div>
      <Panel title={t('settlement.byMethod')} flush>
        <SumsTable
          label={t('settlement.byMethod')}
          head={t('settlement.columns.method')}
          rows={statement.by_method.map((sums) => ({
            key: sums.method_type,
            name: t(`enums.paymentMethod.${sums.method_type}`),
            sums,
          }))}
        />
      </Panel>
      <SessionsPanel lines={of('sessions')} />
      <CorrectionsPanel lines={of('correction')} opensOrders={opensOrders} />
      <PayoutsPanel statement={statement} lines={of('payout')} />
    </>
  )
}

/** What is taken off; nothing is not below zero. */
const less = (minor: number): number => 0 - minor

function DuePanel({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const parts = [
    ['amount', statement.amount],
    ['commission', less(statement.bank_commission)],
    ['fee', less(statement.agent_fee)],
    ['compensation', less(statement.compensation)],
  ] as const
  return (
    <Panel title={t('settlement.due.title')} actions={<Help term="compensation" />}>
      <Facts>
        {parts.map(([name, minor]) => (
          <Fact key={name} name={t(`settlement.due.${name}`)}>
            <Money minor={minor} unit />
          </Fact>
        ))}
        <Fact name={t('settlement.due.due')} strong>
          <Money minor={statement.due_amount} unit />
        </Fact>
        <Fact name={t('settlement.due.opening')}>
          <Money minor={statement.opening_balance} unit />
        </Fact>
        <Fact name={t('settlement.due.paid')}>
          <Money minor={less(statement.paid_amount)} unit />
        </Fact>
        <Fact name={t('settlement.due.closing')} strong>
          <Money minor={statement.closing_balance} unit />
        </Fact>
      </Facts>
    </Panel>
  )
}

function PartiesPanel({ statement: { parties, issued_at, issued_by } }: { statement: Statement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { network, owner, contract } = parties
  const none = t('common.noValue')
  return (
    <Panel title={t('settlement.parties.title')}>
      <Facts>
        <Fact name={t('settlement.parties.network')}>{network.name || none}</Fact>
        <Fact name={t('settlement.parties.inn')}>{network.inn ?? none}</Fact>
        <Fact name={t('settlement.parties.owner')}>{owner.name}</Fact>
        <Fact name={t('settlement.parties.inn')}>{owner.inn ?? none}</Fact>
        <Fact name={t('settlement.parties.contract')}>
          {contract
            ? t('settlement.parties.numberFrom', {
                number: contract.number,
                day: format.when(new Date(startOf(contract.valid_from)), 'day'),
              })
            : none}
        </Fact>
        {contract && (
          <Fact
            name={t('settlement.parties.fee')}
          >{`${format.number(contract.agent_fee_percent, 2)} %`}</Fact>
        )}
        {issued_at && (
          <Fact name={t('settlement.parties.issued')}>
            <When at={issued_at} style="full" />
            {issued_by && `, ${issued_by}`}
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

/** Locations, each folding its days and ways to pay. */
function SessionsPanel({ lines }: { lines: StatementLine[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows: SumsRow[] = foldBy(lines, ({ location_id }) => location_id).map((location) => ({
    key: String(location.key),
    // `foldBy` makes no empty groups
    name: location.lines[0]!.location_name ?? '',
    sums: location.sums,
    inner: location.lines.map((line) => ({
      key: `${line.day} ${line.method_type}`,
      name: [
        format.when(new Date(startOf(line.day)), 'shortDay'),
        line.method_type && t(`enums.paymentMethod.${line.method_type}`),
      ].join(' · '),
      sums: line,
    })),
  }))
  return (
    <Panel title={t('settlement.sessions')} flush>
      {rows.length === 0 ? (
        <EmptyState drawing="calm" title={t('settlement.noSessions')} />
      ) : (
        <SumsTable label={t('settlement.sessions')} head={t('settlement.columns.location')} rows={rows} />
      )}
    </Panel>
  )
}

function CorrectionsPanel({ lines, opensOrders }: { lines: StatementLine[]; opensOrders: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (lines.length === 0) return null
  const order = (id: number | null) => {
    const name = t('settlement.order', { id })
    if (!opensOrders || id === null) return name
    return (
      <Link to="/orders/$orderId/information" params={{ orderId: String(id) }} className={classes.link}>
        {name}
      </Link>
    )
  }
  return (
    <Panel title={t('settlement.corrections')} flush>
      <SumsTable
        label={t('settlement.corrections')}
        head={t('settlement.columns.order')}
        rows={lines.map((line) => ({
          key: `${line.order_id} ${line.day} ${line.method_type}`,
          name: (
            <>
              {order(line.order_id)} · {format.when(new Date(startOf(line.day)), 'shortDay')}
            </>
          ),
          sums: line,
        }))}
      />
    </Panel>
  )
}

/** What the owner was paid in the month, and how this statement was paid. */
function PayoutsPanel({ statement, lines }: { statement: Statement; lines: StatementLine[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (lines.length === 0 && statement.payments.length === 0) return null
  const day = (text: string) => format.when(new Date(startOf(text)), 'day')
  return (
    <div className={classes.columns}>
      {statement.payments.length > 0 && (
        <Panel title={t('settlement.payments')}>
          <ul className={classes.history}>
            {statement.payments.map(
              ({ created_at, amount, document_number, paid_on, created_by, undone }) => (
                <li key={created_at}>
                  <span>
                    {t('settlement.paidBy', { document: document_number, day: day(paid_on) })}:{' '}
                    <Money minor={amount} unit />
                  </span>
                  {created_by && <span className={classes.quiet}>{created_by}</span>}
                  {undone && (
                    <span className={classes.quiet}>
                      {t('settlement.undone')} <When at={undone.at} style="full" />
                      {undone.by && `, ${undone.by}`}: {undone.reason}
                    </span>
                  )}
                </li>
              ),
            )}
          </ul>
        </Panel>
      )}
      {lines.length > 0 && (
        <Panel title={t('settlement.payouts')}>
          <Facts>
            {lines.map((line) => (
              <Fact
                key={`${line.day} ${line.document_number}`}
                name={t('settlement.paidBy', { document: line.document_number ?? '', day: day(line.day) })}
              >
                <Money minor={line.paid_amount} unit />
              </Fact>
            ))}
          </Facts>
        </Panel>
      )}
    </div>
  )
}
