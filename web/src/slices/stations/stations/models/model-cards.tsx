import { Skeleton, UnstyledButton } from '@mantine/core'
import type { StationModel } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { TileMenu, TileMenuItem } from '../../../../ui/buttons/tile-menu.tsx'
import { IconPencil, IconTrash } from '../../../../ui/pictures/icons.ts'
import classes from './model-cards.module.css'
import { ModelSummary } from './model-summary.tsx'

/** A model that was added, and that the caller may change. */
export type OwnModel = StationModel & { id: number }

interface ModelCardsProps {
  /** undefined while they are being read */
  models: StationModel[] | undefined
  label: string
  onChoose: (model: StationModel) => void
  onChange?: (model: OwnModel) => void
  onDelete?: (model: OwnModel) => void
}

const isOwn = (model: StationModel): model is OwnModel => model.id !== null

/** Station models to choose from; those that the caller has added may be changed and deleted. */
export function ModelCards({ models, label, onChoose, onChange, onDelete }: ModelCardsProps) {
  const { t } = useTranslation()
  if (!models)
    return (
      <div className={classes.cards} aria-hidden="true">
        {['one', 'two', 'three', 'four', 'five', 'six'].map((bone) => (
          <Skeleton key={bone} height={150} radius="md" />
        ))}
      </div>
    )
  return (
    <ul className={classes.cards} aria-label={label}>
      {models.map((model) => (
        <li key={`${model.vendor_name} ${model.model}`}>
          <UnstyledButton className={classes.card!} onClick={() => onChoose(model)}>
            <ModelSummary model={model} />
          </UnstyledButton>
          {isOwn(model) && onChange && onDelete && (
            <TileMenu
              className={classes.menu}
              label={t('wizard.models.menu', { model: `${model.vendor_name} ${model.model}` })}
            >
              <TileMenuItem
                icon={IconPencil}
                label={t('wizard.models.change')}
                onClick={() => onChange(model)}
              />
              <TileMenuItem
                icon={IconTrash}
                label={t('wizard.models.delete')}
                onClick={() => onDelete(model)}
              />
            </TileMenu>
          )}
        </li>
      ))}
    </ul>
  )
}
