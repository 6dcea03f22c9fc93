import { useState } from 'react'
import classes from './station-picture.module.css'

const isUrl = (image: string | null): image is string =>
  image !== null && /^(https:\/\/|\/api\/v1\/files\/)\S+$/.test(image)

/** A station's own picture when it has the address of one, else a drawn post with its count of cables. */
export function StationPicture({ image, cables }: { image: string | null; cables: number }) {
  const [broken, setBroken] = useState(false)
  if (isUrl(image) && !broken) {
    return <img className={classes.picture} src={image} alt="" onError={() => setBroken(true)} />
  }
  return (
    <svg className={classes.picture} viewBox="0 0 160 180" fill="none" aria-hidden="true">
      <ellipse cx="80" cy="168" rx="58" ry="6" className={classes.shade} />
      <rect x="46" y="152" width="68" height="14" rx="4" className={classes.foot} />
      <rect x="52" y="18" width="56" height="138" rx="12" className={classes.post} />
      <rect x="60" y="30" width="40" height="30" rx="6" className={classes.screen} />
      <path d="M82 35l-8 11h6l-2 9 8-12h-6z" className={classes.bolt} />
      <path d="M64 72h32M64 78h20" className={classes.lines} />
      <path d="M52 138h56" className={classes.lines} />
      <rect x="66" y="92" width="10" height="16" rx="3" className={classes.socket} />
      {cables > 1 && <rect x="84" y="92" width="10" height="16" rx="3" className={classes.socket} />}
      <path d="M71 108c0 26-36 8-38 34-1 10 8 13 12 6" className={classes.cable} />
      {cables > 1 && <path d="M89 108c0 26 36 8 38 34 1 10-8 13-12 6" className={classes.cable} />}
    </svg>
  )
}
