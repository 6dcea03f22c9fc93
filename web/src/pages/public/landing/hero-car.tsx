import classes from './hero.module.css'

/** The post with its bolt, the cable, and the car that hangs on it. */
export const HeroCar = () => (
  <>
    <Post />
    <Cable />
    <Car />
  </>
)

const Post = () => (
  <g>
    <rect
      x="146"
      y="196"
      width="68"
      height="158"
      rx="16"
      fill="#23224A"
      stroke="#5E5CE6"
      strokeOpacity="0.7"
    />
    <rect x="158" y="210" width="44" height="52" rx="8" fill="#0E0D20" />
    <path className={classes.bolt} d="M183 216l-13 22h9l-3 18 14-24h-9z" fill="#A9A8FF" />
    <circle cx="180" cy="284" r="9" fill="#0E0D20" stroke="#8886F0" />
    <rect x="162" y="306" width="36" height="4" rx="2" fill="#fff" opacity="0.14" />
    <rect className={classes.level} x="162" y="306" width="23" height="4" rx="2" fill="#A9A8FF" />
    <rect x="162" y="318" width="24" height="3" rx="1.5" fill="#fff" opacity="0.14" />
    <rect x="138" y="350" width="84" height="8" rx="4" fill="#2D2B5E" />
  </g>
)

/** From the post to the car's inlet, with the current on it. */
const Cable = () => (
  <>
    <path
      d="M189 286C236 300 214 380 262 378s26-74 64-76"
      fill="none"
      stroke="#0A0918"
      strokeWidth="6"
      strokeLinecap="round"
    />
    <path
      className={classes.current}
      d="M189 286C236 300 214 380 262 378s26-74 64-76"
      fill="none"
      stroke="#8886F0"
      strokeWidth="2"
      strokeLinecap="round"
      strokeDasharray="4 14"
    />
  </>
)

const Car = () => (
  <g>
    <ellipse cx="458" cy="370" rx="158" ry="10" fill="#000" opacity="0.45" />
    <path
      d="M312 352c-4-26 0-46 14-54 22-12 52-14 74-22 26-24 54-42 92-42 44 0 68 18 90 42 20 6 34 16 36 38 1 14 0 28-4 38z"
      fill="#3D3BAA"
    />
    <path d="M312 352c-3-18-2-32 2-42 60 14 210 16 302 0 3 12 2 30-2 42z" fill="#2C2A80" />
    <path d="M414 276c20-18 46-30 74-30l-2 30z" fill="#14132E" opacity="0.85" />
    <path d="M498 246c34 0 54 14 70 31l-72-1z" fill="#14132E" opacity="0.85" />
    <path d="M402 276c60-4 130-4 180 2" fill="none" stroke="#8886F0" strokeOpacity="0.6" />
    <path d="M606 296c8 3 10 8 11 14l-14-2c-2-5-1-9 3-12z" fill="#FF9B7A" />
    <path d="M318 304c8-2 16-2 22 0-2 6-12 8-24 8z" fill="#E9EDF3" opacity="0.9" />
    <circle cx="330" cy="302" r="5" fill="#0E0D20" stroke="#A9A8FF" strokeWidth="1.5" />
    <Wheel x={378} />
    <Wheel x={550} />
  </g>
)

const Wheel = ({ x }: { x: number }) => (
  <>
    <circle cx={x} cy="352" r="26" fill="#0A0918" />
    <circle cx={x} cy="352" r="14" fill="#2D2B5E" />
    <circle cx={x} cy="352" r="4" fill="#8886F0" />
  </>
)
