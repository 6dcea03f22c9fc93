import { Skeleton, UnstyledButton } from '@mantine/core'
import type { StationModel } from '@stationmaster/contract'
import classes from './model-cards.module.css'
import { ModelSummary } from './model-summary.tsx'

interface ModelCardsProps {
  /** undefined while they are being read */
  models: StationModel[] | undefined
  label: string
  onChoose: (model: StationModel) => void
}

/** Station models to choose from. */
export function ModelCards({ models, label, onChoose }: ModelCardsProps) {
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
        </li>
      ))}
    </ul>
  )
}
