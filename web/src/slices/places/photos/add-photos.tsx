import { Button, FileButton, Progress } from '@mantine/core'
import { pictureExtensions } from '@stationmaster/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { IconPhotoUp } from '../../../ui/pictures/icons.ts'
import { shortName } from '../../../ui/pictures/picture-rules.ts'
import classes from './photos.module.css'
import type { PhotoUpload } from './use-photo-uploads.ts'

const accepted = pictureExtensions.map((extension) => `.${extension}`).join(',')

interface AddPhotosProps {
  uploads: PhotoUpload[]
  onFiles: (files: File[]) => void
  onClose: () => void
}

/** Accepts photos by the file picker; dropped and pasted ones are shown here too, with their progress. */
export function AddPhotos({ uploads, onFiles, onClose }: AddPhotosProps) {
  const { t } = useTranslation()
  const reset = useRef<() => void>(null)
  return (
    <Dialog onClose={onClose} title={t('photos.add')} size={460}>
      <div className={classes.adding}>
        <div className={classes.drop}>
          <FileButton
            resetRef={reset}
            onChange={(files) => {
              onFiles(files)
              // a refused file may be chosen again, and its refusal is shown again
              reset.current?.()
            }}
            accept={accepted}
            multiple
          >
            {(props) => (
              <ChangeButton {...props} leftSection={<IconPhotoUp size={16} stroke={1.75} />}>
                {t('photos.choose')}
              </ChangeButton>
            )}
          </FileButton>
          <p className={classes.hint}>{t('photos.hint')}</p>
        </div>
        <ul className={classes.uploads} aria-live="polite">
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} />
          ))}
        </ul>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}

function UploadLine({ upload: { name, share, problem, error } }: { upload: PhotoUpload }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const short = shortName(name)
  const refused = problem ? t(`photos.refused.${problem}`) : error && errorText(error)
  if (refused)
    return (
      <li className={classes.warning} role="alert">
        {`${short}: ${refused}`}
      </li>
    )
  return (
    <li>
      <span className={classes.hint}>{short}</span>
      <Progress value={share * 100} size="sm" animated={share === 1} aria-label={short} />
    </li>
  )
}
