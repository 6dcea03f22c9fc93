import { TextInput } from '@mantine/core'
import { contract, type Photo } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { usePhotoChange } from './photos-query.ts'

interface CaptionDialogProps {
  locationId: number
  photo: Photo
  onClose: () => void
}

/** Edits the caption of a photo. */
export function CaptionDialog({ locationId, photo, onClose }: CaptionDialogProps) {
  const { t } = useTranslation()
  const [caption, setCaption] = useState(photo.caption)
  const change = usePhotoChange(
    (body: { caption: string }) =>
      request(contract.photos.change, { params: { id: locationId, photoId: photo.id }, body }),
    onClose,
  )
  return (
    <FormDialog
      title={t('photos.caption')}
      action={t('photos.save')}
      body={{ caption }}
      change={change}
      onClose={onClose}
    >
      <TextInput
        label={t('photos.caption')}
        description={t('photos.captionHint')}
        maxLength={200}
        data-autofocus
        value={caption}
        onChange={(event) => setCaption(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
