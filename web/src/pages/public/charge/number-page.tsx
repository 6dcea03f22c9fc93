import { useTranslation } from 'react-i18next'

/** Stations of the same number. */
export interface Several {
  number: string
  stations: { name: string; city: string; street: string; connector_id: number }[]
}

/** Where a driver types the number of a station, or reads its code with the camera; `unknown` is a number that no station has, `several` one that more than one has. */
export function NumberPage({ unknown, several }: { unknown: string | null; several: Several | null }) {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('charge.title')}</h1>
      <p>{t('charge.intro')}</p>
      {unknown !== null && (
        <p className="note bad" role="alert">
          {t('charge.unknown', { number: unknown })}
        </p>
      )}
      {several && (
        <nav aria-label={t('charge.several', { number: several.number })}>
          <p>{t('charge.several', { number: several.number })}</p>
          {several.stations.map(({ name, city, street, connector_id }) => (
            <a
              key={connector_id}
              className="note own"
              href={`/charge/${several.number}?connector=${connector_id}`}
            >
              <strong>{name}</strong>
              <span>{[street, city].filter(Boolean).join(', ')}</span>
            </a>
          ))}
        </nav>
      )}
      <form action="/charge" method="get" className="number">
        <label>
          <span>{t('charge.number')}</span>
          <input
            name="number"
            inputMode="numeric"
            pattern="[0-9 ]{1,12}"
            maxLength={12}
            required
            autoComplete="off"
            defaultValue={unknown ?? ''}
          />
        </label>
        <button type="submit">{t('charge.go')}</button>
      </form>
      <div id="scan" hidden data-denied={t('charge.scan.denied')} data-foreign={t('charge.scan.foreign')}>
        <button type="button" className="second">
          {t('charge.scan.open')}
        </button>
        <video playsInline muted hidden aria-label={t('charge.scan.view')} />
        <p role="status" />
      </div>
      <footer>
        <a href="/network">{t('charge.others')}</a>
        <a href="/driver">{t('charge.account')}</a>
        <a href="/support/app-manual">{t('charge.manual')}</a>
        <a href="/terms">{t('charge.terms')}</a>
        <a href="/privacy">{t('charge.privacy')}</a>
      </footer>
    </>
  )
}
