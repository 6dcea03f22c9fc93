import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../api/calls/api-error.ts'
import { PreviewPanel } from '../../slices/roaming/publishing/preview-panel.tsx'
import { previewQuery } from '../../slices/roaming/publishing/publishing-queries.ts'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from '../frame/list-page.module.css'

const route = getRouteApi('/app/roaming/locations/$locationId')

/** What partners see of a location, as JSON. */
export function PreviewPage() {
  const { t } = useTranslation()
  const { locationId } = route.useParams()
  const query = useQuery(previewQuery(Number(locationId)))
  const preview = query.data
  if (query.isError && !preview) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={classes.page}>
      <PageHeader
        title={preview?.location.name ?? t('publishing.preview.title')}
        facts={preview ? t(`publishing.preview.${preview.location.published ? 'shown' : 'notShown'}`) : ' '}
        backTo="/roaming/locations"
      />
      {preview ? <PreviewPanel preview={preview} /> : <Skeleton height={320} />}
    </div>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (codeOf(error) !== 'location.not_found') return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="search"
      title={t('publishing.preview.gone')}
      wholePage
      action={
        <Button variant="default" component={Link} to="/roaming/locations">
          {t('publishing.tariffs.toLocations')}
        </Button>
      }
    />
  )
}
