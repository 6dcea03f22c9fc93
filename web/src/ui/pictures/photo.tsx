import type { Photo as Shown } from '@stationmaster/contract'
import { useState } from 'react'
import classes from './photo.module.css'

interface PhotoProps {
  /** none: a drawing stands there */
  photo: Shown | undefined
  /** the width at which it is shown, as in the attribute of that name */
  sizes: string
  alt?: string
  /** it is what is seen first of its page */
  first?: boolean
}

/** A photo in the width that is needed, cut to the room that it is given; where there is none, or it cannot be read, a drawn street. */
export function Photo({ photo, sizes, alt, first = false }: PhotoProps) {
  const [broken, setBroken] = useState(false)
  if (!photo || broken)
    return (
      <svg
        className={classes.none}
        viewBox="0 0 320 180"
        aria-hidden="true"
        preserveAspectRatio="xMidYMid slice"
      >
        <rect width="320" height="180" className={classes.sky} />
        <path d="M0 132h320v48H0z" className={classes.ground} />
        <path
          d="M24 132V78h44v54M78 132V96h34v36M212 132V70h50v62M270 132v-30h36v30"
          className={classes.house}
        />
        <rect x="146" y="74" width="28" height="62" rx="6" className={classes.post} />
        <path d="M162 84l-9 14h7l-2 11 9-15h-7z" className={classes.bolt} />
        <path d="M174 104c16 0 12 30 24 30" className={classes.cable} />
      </svg>
    )
  return (
    <img
      // on a page that the server has drawn it may have failed before anybody listened
      ref={(img) => {
        if (first && img?.complete && img.naturalWidth === 0) setBroken(true)
      }}
      className={classes.photo}
      src={photo.url}
      srcSet={photo.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt ?? photo.caption}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
