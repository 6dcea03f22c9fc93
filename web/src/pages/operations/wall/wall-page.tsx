import { Loader, MantineProvider } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttentionWords } from '../../../slices/figures/statistics/attention/use-attention-words.ts'
import { useOpenWords } from '../../../slices/operations/incidents/incident-line.tsx'
import { WallCurve } from '../../../slices/operations/wall/figures/wall-curve.tsx'
import { WallFigures, WallStatuses } from '../../../slices/operations/wall/figures/wall-figures.tsx'
import type { ShownWall } from '../../../slices/operations/wall/shown-wall.ts'
import { useWakeLock } from '../../../slices/operations/wall/use-wake-lock.ts'
import { WallAttention } from '../../../slices/operations/wall/wall-attention.tsx'
import { WallBar } from '../../../slices/operations/wall/wall-bar.tsx'
import { readKey } from '../../../slices/operations/wall/wall-key.ts'
import { WallPlaces } from '../../../slices/operations/wall/wall-places.tsx'
import { isRevoked, useWall } from '../../../slices/operations/wall/wall-query.ts'
import { WallSessions } from '../../../slices/operations/wall/wall-sessions.tsx'
import { hasWebGl } from '../../../slices/places/maps/drawing/web-gl.ts'
import { useTitle } from '../../../ui/frame/use-title.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { cssVariables, theme } from '../../../ui/theme/theme.ts'
import classes from './wall-page.module.css'

const NetworkMap = lazy(() =>
  import('../../../slices/places/maps/network-map.tsx').then((module) => ({ default: module.NetworkMap })),
)

/** width of a window in px at which sizes made for a desktop are large enough on the wall */
const near = { width: 1280, height: 720 }

/** The whole network on one screen for a control room: dark, readable from a distance, and without an account if it has a key. */
export function WallPage() {
  const { t } = useTranslation()
  useTitle(t('wall.title'))
  useWakeLock()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="dark">
      <Shown />
    </MantineProvider>
  )
}

function Shown() {
  const { t } = useTranslation()
  const key = readKey(useRouterState({ select: (state) => state.location.hash }))
  const { data: wall, error, refetch } = useWall(key)
  const [drawable] = useState(hasWebGl)
  const viewport = useViewportSize()
  const scale = Math.max(1, Math.min(viewport.width / near.width, viewport.height / near.height))
  if (isRevoked(error)) {
    return (
      <main className={classes.message}>
        <EmptyState
          drawing="plug"
          title={t(key === null ? 'common.sessionEnded' : 'wall.revoked')}
          text={key === null ? undefined : t('wall.revokedText')}
        />
      </main>
    )
  }
  if (!wall) {
    return (
      <main className={classes.message}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loader />}
      </main>
    )
  }
  return (
    <main className={classes.wall}>
      <WallBar scale={scale} />
      <WallFigures wall={wall} />
      {drawable ? (
        <div className={classes.map}>
          <Suspense>
            {/* drawn again when the window changes: a canvas keeps its resolution */}
            <div className={classes.canvas} style={{ zoom: scale }} key={scale}>
              <NetworkMap
                markers={wall.markers}
                chosen={undefined}
                here={null}
                onChoose={() => undefined}
                label={t('map.label')}
                pixelRatio={window.devicePixelRatio * scale}
              />
            </div>
          </Suspense>
        </div>
      ) : (
        <WallPlaces markers={wall.markers} />
      )}
      <WallCurve wall={wall} />
      <div className={classes.side}>
        <WallStatuses statuses={wall.statuses} />
        <InNeed wall={wall} />
        <WallSessions wall={wall} />
      </div>
    </main>
  )
}

/** What needs attention, with the incidents before all else. */
function InNeed({ wall: { incidents, attention, attention_total } }: { wall: ShownWall }) {
  const words = useOpenWords()(incidents)
  const tone = incidents.critical > 0 ? 'red' : 'orange'
  return (
    <WallAttention
      items={attention}
      total={attention_total}
      first={incidents.open > 0 ? { words, tone } : null}
      wordsOf={useAttentionWords()}
    />
  )
}
