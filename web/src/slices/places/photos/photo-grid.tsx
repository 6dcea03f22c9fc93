import type { Photo as Shown } from '@stationmaster/contract'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TileMenu, TileMenuItem } from '../../../ui/buttons/tile-menu.tsx'
import { IconArrowLeft, IconArrowRight, IconPencil, IconStar, IconTrash } from '../../../ui/pictures/icons.ts'
import { Photo } from '../../../ui/pictures/photo.tsx'
import classes from './photos.module.css'

interface PhotoGridProps {
  photos: Shown[]
  /** allowed actions; none for people who may only view */
  acts: PhotoActs | undefined
}

export interface PhotoActs {
  /** the ids in their new order */
  onArrange: (ids: number[]) => void
  onCaption: (photo: Shown) => void
  onDelete: (photo: Shown) => void
}

/** The photos in their order; the order changes by dragging, or by the menu of each. */
export function PhotoGrid({ photos, acts }: PhotoGridProps) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<number | null>(null)
  const place = (from: number, to: number) => acts?.onArrange(movedIds(photos, from, to))
  const drag = (index: number) =>
    acts && {
      draggable: true,
      onDragStart: () => setDragged(index),
      onDragEnd: () => setDragged(null),
      onDragOver: (event: DragEvent) => {
        if (dragged !== null) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        if (dragged !== index) place(dragged, index)
        setDragged(null)
      },
    }
  return (
    <ol className={classes.grid}>
      {photos.map((photo, index) => (
        <li
          key={photo.id}
          className={classes.tile}
          data-dragged={dragged === index || undefined}
          data-photo={photo.id}
          {...drag(index)}
        >
          <div className={classes.picture}>
            <Photo
              photo={photo}
              sizes="(max-width: 700px) 100vw, 400px"
              alt={t('photos.nth', { n: index + 1 })}
            />
          </div>
          <div className={classes.foot}>
            <p className={classes.caption}>
              {index === 0 && <span className={classes.cover}>{t('photos.cover')}</span>}
              {photo.caption}
            </p>
            {acts && (
              <PhotoMenu
                index={index}
                isLast={index === photos.length - 1}
                onPlace={(to) => place(index, to)}
                onCaption={() => acts.onCaption(photo)}
                onDelete={() => acts.onDelete(photo)}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function movedIds(photos: readonly Shown[], from: number, to: number): number[] {
  const ids = photos.map(({ id }) => id)
  ids.splice(to, 0, ...ids.splice(from, 1))
  return ids
}

interface PhotoMenuProps {
  index: number
  isLast: boolean
  /** the photo's new index */
  onPlace: (index: number) => void
  onCaption: () => void
  onDelete: () => void
}

/** What people may do with a photo. */
function PhotoMenu({ index, isLast, onPlace, onCaption, onDelete }: PhotoMenuProps) {
  const { t } = useTranslation()
  return (
    <TileMenu label={t('photos.menu', { n: index + 1 })}>
      {index > 0 && (
        <>
          <TileMenuItem icon={IconStar} label={t('photos.makeCover')} onClick={() => onPlace(0)} />
          <TileMenuItem icon={IconArrowLeft} label={t('photos.earlier')} onClick={() => onPlace(index - 1)} />
        </>
      )}
      {!isLast && (
        <TileMenuItem icon={IconArrowRight} label={t('photos.later')} onClick={() => onPlace(index + 1)} />
      )}
      <TileMenuItem icon={IconPencil} label={t('photos.caption')} onClick={onCaption} />
      <TileMenuItem icon={IconTrash} label={t('photos.delete')} onClick={onDelete} />
    </TileMenu>
  )
}
