import { holdBounds, type Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconHandStop } from '../../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { useStationCommands } from '../menu/station-commands.ts'
import classes from '../shared/notice.module.css'

/** Says that a station is on hold, or was answered so last, and what that means; administrators accept it here. */
export function HoldNotice({ station }: { station: Station }) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const { hold: command } = useStationCommands(station)
  const { hold, registration, can } = station
  if (hold === null && registration === 'Accepted') return null
  const accept = () => command.mutate({ registration: 'Accepted', interval_seconds: holdBounds.usual })
  return (
    <>
      <div className={classes.notice} role="note">
        <IconHandStop size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
        <p className={classes.words}>
          {hold === null
            ? t('stations.hold.awaited')
            : registration === 'Accepted'
              ? t('stations.hold.planned')
              : t(registration === 'Pending' ? 'stations.hold.isPending' : 'stations.hold.isRejected', {
                  seconds: format.number(hold.interval_seconds),
                })}
        </p>
        {hold !== null && can.hold && (
          <ChangeButton variant="default" size="compact-md" onClick={accept} loading={command.isPending}>
            {t('stations.hold.accept')}
          </ChangeButton>
        )}
      </div>
      {command.isError && (
        <CommandAnswer good={false} onClose={command.reset}>
          {errorText(command.error)}
        </CommandAnswer>
      )}
    </>
  )
}
