import type { PartnerSettlement } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Energy, Money, NoValue } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './settlements.module.css'

/** What a month comes to on both sides; ours by kind of VAT too where there are several. */
export function TotalsPanel({ settlement }: { settlement: PartnerSettlement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sign = { currency: network.currencySign }
  const { total, listed, listed_total: theirs, difference, by_vat: byVat } = settlement
  return (
    <Panel title={t('comparison.totals')} flush>
      <table className={classes.totals} aria-label={t('comparison.totals')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('comparison.ours')}</th>
            <th scope="col">{t('comparison.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={t('comparison.bills')}>
            {format.number(total.bills)}
            {listed === null ? <NoValue /> : format.number(listed)}
          </Row>
          <Row name={t('comparison.energy')}>
            <Energy wh={total.energy} light />
            <Energy wh={theirs.energy} light />
          </Row>
          <Row name={t('comparison.net', sign)}>
            <Money minor={total.net} />
            <Money minor={theirs.net} />
          </Row>
          <Row name={t('comparison.gross', sign)}>
            <Money minor={total.gross} />
            <Money minor={theirs.gross} />
          </Row>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('comparison.lacks', sign)}</th>
            <td colSpan={2}>
              <Money minor={listed === null ? null : difference} />
            </td>
          </tr>
        </tfoot>
      </table>
      {byVat.length > 1 && (
        <ul className={classes.vats}>
          {byVat.map(({ vat, bills, gross }) => (
            <li key={vat}>
              <span>
                {t(`roaming.contracts.vats.${vat}`)} ·{' '}
                {t('comparison.billsOf', { count: bills, n: format.number(bills) })}
              </span>
              <Money minor={gross} unit />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** A line of both sides: ours, and then theirs. */
function Row({ name, children: [ours, theirs] }: { name: string; children: [ReactNode, ReactNode] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{ours}</td>
      <td>{theirs}</td>
    </tr>
  )
}
