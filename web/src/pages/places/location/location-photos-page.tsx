import { Button } from '@mantine/core'
import { contract, type Photo } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useMatchRoute, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { AddPhotos } from '../../../slices/places/photos/add-photos.tsx'
import { CaptionDialog } from '../../../slices/places/photos/caption-dialog.tsx'
import { PhotoGrid } from '../../../slices/places/photos/photo-grid.tsx'
import { photosQuery, usePhotoChange } from '../../../slices/places/photos/photos-query.ts'
import { usePhotoUploads } from '../../../slices/places/photos/use-photo-uploads.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconPhotoPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import page from './location-photos-page.module.css'
import classes from './location-stations-page.module.css'

const route = getRouteApi('/app/locations/$locationId/photos')

/** The photos of a location; adding and deleting have URLs of their own, above the same photos. */
export function LocationPhotosPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { locationId } = route.useParams()
  const id = Number(locationId)
  const navigate = useNavigate()
  const query = useQuery(photosQuery(id))
  const mayChange = useQuery(locationQuery(id)).data?.can.add_photo ?? false
  const params = { locationId }
  const toList = () => void navigate({ to: '/locations/$locationId/photos', params, replace: true })
  const toAdd = () => void navigate({ to: '/locations/$locationId/photos/add', params })
  const isAdding = Boolean(useMatchRoute()({ to: '/locations/$locationId/photos/add' }))
  const { photoId } = useParams({ strict: false })
  const uploading = usePhotoUploads(id, toList)
  const take = (files: readonly File[]) => {
    if (files.length === 0 || !mayChange) return
    uploading.add(files)
    if (!isAdding) toAdd()
  }
  const dropping = useFilesOfPage(take)
  const photos = query.data
  if (query.isError && !photos) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const add = mayChange && <AddLink locationId={locationId} />
  return (
    <div {...dropping} className={page.page} data-photos>
      <div className={classes.toolbar}>
        <p className={classes.count}>
          {photos && t('photos.found', { count: photos.length, n: format.number(photos.length) })}
        </p>
        {photos?.length !== 0 && add}
      </div>
      {mayChange && <Deletion locationId={id} photoId={Number(photoId)} onClose={toList} />}
      {photos?.length === 0 && (
        <div className={classes.surface}>
          <EmptyState
            drawing="road"
            title={t('photos.empty')}
            {...(mayChange ? { text: t('photos.emptyText'), action: add } : {})}
          />
        </div>
      )}
      {photos && photos.length > 0 && <Photos locationId={id} photos={photos} mayChange={mayChange} />}
      {isAdding && mayChange && (
        <AddPhotos
          uploads={uploading.uploads}
          onFiles={take}
          onClose={() => {
            uploading.forget()
            toList()
          }}
        />
      )}
    </div>
  )
}

function AddLink({ locationId }: { locationId: string }) {
  const { t } = useTranslation()
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/locations/$locationId/photos/add" params={{ locationId }} />
      )}
      leftSection={<IconPhotoPlus size={16} stroke={1.75} />}
    >
      {t('photos.add')}
    </Button>
  )
}

interface PhotosProps {
  locationId: number
  photos: Photo[]
  mayChange: boolean
}

/** The photos in their order, which can be changed like their captions. */
function Photos({ locationId, photos, mayChange }: PhotosProps) {
  const navigate = useNavigate()
  const [captioned, setCaptioned] = useState<Photo | null>(null)
  const arrange = usePhotoChange((ids: number[]) =>
    request(contract.photos.arrange, { params: { id: locationId }, body: ids }),
  )
  const askToDelete = ({ id }: Photo) =>
    void navigate({
      to: '/locations/$locationId/photos/$photoId/delete',
      params: { locationId: String(locationId), photoId: String(id) },
    })
  const acts = { onArrange: arrange.mutate, onCaption: setCaptioned, onDelete: askToDelete }
  return (
    <>
      {arrange.error && <FormError error={arrange.error} />}
      <PhotoGrid
        photos={arrange.isPending ? inOrder(photos, arrange.variables) : photos}
        acts={mayChange ? acts : undefined}
      />
      {captioned && (
        <CaptionDialog locationId={locationId} photo={captioned} onClose={() => setCaptioned(null)} />
      )}
    </>
  )
}

interface DeletionProps {
  locationId: number
  /** NaN: none is to be deleted */
  photoId: number
  onClose: () => void
}

/** The question before a photo is deleted. */
function Deletion({ locationId, photoId, onClose }: DeletionProps) {
  const { t } = useTranslation()
  const remove = usePhotoChange((id: number) =>
    request(contract.photos.remove, { params: { id: locationId, photoId: id } }),
  )
  return (
    <>
      {remove.error && <FormError error={remove.error} />}
      <ConfirmDialog
        opened={Number.isInteger(photoId)}
        title={t('photos.ask')}
        text={t('photos.askText')}
        action={t('photos.deleteIt')}
        onConfirm={() => remove.mutate(photoId)}
        onClose={onClose}
      />
    </>
  )
}

/** Shows the new order at once, before the server has saved it. */
const inOrder = (photos: Photo[], ids: readonly number[] = []): Photo[] =>
  photos.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

/** Receives files that are dropped on a part of the page, or pasted anywhere on it. */
function useFilesOfPage(take: (files: readonly File[]) => void) {
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => take([...(clipboardData?.files ?? [])])
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
  const drop = (event: React.DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop') take([...event.dataTransfer.files])
  }
  return { onDragOver: drop, onDrop: drop }
}
