import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { VersionForm } from '../../slices/operations/versions/version-form.tsx'
import { searchedIn, useVersionList } from '../../slices/operations/versions/version-list.ts'
import { VersionTable } from '../../slices/operations/versions/version-table.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { EmptyState, NoneFits } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import classes from './versions-page.module.css'

const route = getRouteApi('/app/anti-sanction-protection')

/** The anti-sanction versions: what is in force, a form to set it, and what was set before (domain.md#public-pages). */
export function VersionsPage() {
  const { t } = useTranslation()
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useVersionList()
  const current = query.data?.[0]
  const search = (text: string) =>
    void navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })
  const empty = q ? (
    <NoneFits
      title={t('versions.emptyFiltered', { search: q })}
      clear={t('versions.clearSearch')}
      onClear={() => search('')}
    />
  ) : (
    <EmptyState drawing="road" title={t('versions.empty')} text={t('versions.emptyText')} />
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('versions.title')}
        facts={
          current
            ? t('versions.current', { android: current.android_v, ios: current.ios_v })
            : query.data && t('versions.empty')
        }
      />
      <Panel title={t('versions.setTitle')}>
        <p className={classes.about}>{t('versions.about')}</p>
        <VersionForm />
      </Panel>
      <Panel
        title={t('versions.history')}
        count={query.data?.length}
        flush
        actions={
          <SearchField
            className={classes.search}
            value={q ?? ''}
            onSearch={search}
            placeholder={t('versions.search')}
          />
        }
      >
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <VersionTable
            versions={query.data && searchedIn(query.data, q ?? '')}
            inForce={current?.id}
            empty={empty}
          />
        )}
      </Panel>
    </div>
  )
}
