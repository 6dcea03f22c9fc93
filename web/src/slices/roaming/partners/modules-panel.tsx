import type { RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/frame/panel.tsx'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './partners.module.css'

type Module = RoamingPartner['modules'][number]

/** The modules that a partner has named, and where they are. */
export function ModulesPanel({ partner: { modules } }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const roleOf = ({ module, role }: Module) =>
    module === 'credentials' ? t('roaming.modules.both') : t(`roaming.modules.${role}`)
  const columns: Column<Module>[] = [
    { key: 'module', head: t('roaming.modules.module'), cell: ({ module }) => module },
    { key: 'role', head: t('roaming.modules.role'), cell: roleOf },
    { key: 'url', head: t('roaming.modules.url'), grows: true, cell: ({ url }) => url },
  ]
  return (
    <Panel title={t('roaming.modules.title')} count={modules.length} flush>
      <DataTable
        label={t('roaming.modules.title')}
        columns={columns}
        rows={modules}
        rowKey={({ module, role }) => `${module} ${role}`}
        empty={<p className={classes.empty}>{t('roaming.modules.none')}</p>}
        phoneRow={(one) => <ListRow top={one.module} bottom={one.url} right={roleOf(one)} />}
      />
    </Panel>
  )
}
