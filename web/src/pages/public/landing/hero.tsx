import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './hero.module.css'
import { HeroCar } from './hero-car.tsx'

const windows = [
  [74, 218],
  [90, 218],
  [74, 236],
  [106, 254],
  [150, 190],
  [166, 208],
  [150, 226],
  [182, 244],
  [226, 232],
  [242, 250],
  [488, 206],
  [504, 224],
  [520, 206],
  [488, 242],
  [560, 232],
  [576, 250],
  [592, 232],
] as const

/** A charging yard at dusk: skyline, post, cable, car, and the curve of the session in the sky. */
export function Hero() {
  const { t } = useTranslation()
  return (
    <svg className={classes.hero} viewBox="0 0 660 440" role="img" aria-label={t('landing.heroAlt')}>
      <Paints />
      <g clipPath="url(#frame)">
        <Sky />
        <SessionCurve />
        <Yard />
        <HeroCar />
      </g>
    </svg>
  )
}

const Paints = () => (
  <defs>
    <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#14132E" />
      <stop offset="0.5" stopColor="#332F73" />
      <stop offset="0.76" stopColor="#7B5AB8" />
      <stop offset="1" stopColor="#E9967C" />
    </linearGradient>
    <linearGradient id="area" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#A9A8FF" stopOpacity="0.28" />
      <stop offset="1" stopColor="#A9A8FF" stopOpacity="0" />
    </linearGradient>
    <radialGradient id="glow">
      <stop offset="0" stopColor="#B9B7F8" stopOpacity="0.7" />
      <stop offset="1" stopColor="#B9B7F8" stopOpacity="0" />
    </radialGradient>
    <linearGradient id="wet" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#E9967C" stopOpacity="0.3" />
      <stop offset="0.5" stopColor="#5E5CE6" stopOpacity="0.12" />
      <stop offset="1" stopColor="#5E5CE6" stopOpacity="0" />
    </linearGradient>
    <clipPath id="frame">
      <rect width="660" height="440" rx="20" />
    </clipPath>
  </defs>
)

/** Dusk, the setting sun, stars, and the lines of a chart. */
const Sky = () => (
  <>
    <rect width="660" height="440" fill="#14132E" />
    <rect width="660" height="336" fill="url(#dusk)" />
    <circle cx="470" cy="322" r="64" fill="#FFD2A6" opacity="0.16" />
    <circle cx="470" cy="322" r="38" fill="#FFD2A6" opacity="0.5" />
    <g fill="#fff">
      <circle cx="84" cy="52" r="1.2" opacity="0.8" />
      <circle cx="196" cy="34" r="1" opacity="0.6" />
      <circle cx="308" cy="62" r="1.3" opacity="0.7" />
      <circle cx="446" cy="30" r="1" opacity="0.7" />
      <circle cx="548" cy="70" r="1.3" opacity="0.6" />
      <circle cx="618" cy="38" r="1" opacity="0.8" />
    </g>
    <g stroke="#fff" strokeOpacity="0.07">
      <path d="M0 96h660M0 144h660M0 192h660" />
    </g>
  </>
)

/** The power of a session, and its largest value. */
function SessionCurve() {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <path
        d="M40 212C110 204 128 128 204 118S330 92 396 96s96 28 132 62 60 52 92 54v74H40z"
        fill="url(#area)"
      />
      <path
        className={classes.curve}
        pathLength="1"
        d="M40 212C110 204 128 128 204 118S330 92 396 96s96 28 132 62 60 52 92 54"
        fill="none"
        stroke="#A9A8FF"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M396 96v212" stroke="#fff" strokeOpacity="0.3" strokeDasharray="2 5" />
      <circle cx="396" cy="96" r="10" fill="#A9A8FF" opacity="0.25" className={classes.pulse} />
      <circle cx="396" cy="96" r="4.5" fill="#fff" />
      <g className={classes.readout}>
        <rect x="412" y="42" width="112" height="40" rx="10" fill="#0E0D20" fillOpacity="0.72" />
        <rect x="412" y="42" width="112" height="40" rx="10" fill="none" stroke="#fff" strokeOpacity="0.18" />
        <text x="424" y="68" className={classes.value}>
          {format.number(88.6, 1)}
          <tspan className={classes.unit}> {t('units.kw')}</tspan>
        </text>
      </g>
    </>
  )
}

/** The skyline with its lit windows, and the ground with its posts. */
const Yard = () => (
  <>
    <path
      d="M0 336V250h32v-24h30v-24h62v40h14v-66h66v74h14v-34h46v56h30v-22h40v30h70v-52h26v34h28v-78h70v70h20v-38h60v40h34v20h18v60z"
      fill="#1A1838"
    />
    <g fill="#F5C98B">
      {windows.map(([x, y]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="6" height="8" rx="1" opacity="0.75" />
      ))}
    </g>
    <rect y="336" width="660" height="104" fill="#0E0D20" />
    <rect y="336" width="660" height="70" fill="url(#wet)" />
    <path d="M0 336h660" stroke="#5E5CE6" strokeOpacity="0.5" />
    <g fill="#14132E" stroke="#5E5CE6" strokeOpacity="0.45">
      <rect x="28" y="296" width="22" height="46" rx="6" />
      <rect x="84" y="288" width="26" height="56" rx="7" />
    </g>
    <g fill="#A9A8FF">
      <rect x="33" y="303" width="12" height="9" rx="2" opacity="0.7" />
      <rect x="90" y="296" width="14" height="11" rx="2" opacity="0.85" />
    </g>
    <path
      d="M60 440l90-104M330 440l10-104M610 440l-90-104"
      stroke="#fff"
      strokeOpacity="0.06"
      strokeWidth="3"
    />
    <ellipse cx="180" cy="352" rx="150" ry="46" fill="url(#glow)" opacity="0.5" />
  </>
)
