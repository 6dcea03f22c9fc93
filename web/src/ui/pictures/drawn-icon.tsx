import type { FunctionComponent, SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** of both sides, in pixels */
  size?: number | string
  /** how wide its lines are, of 24 that it measures */
  stroke?: number | string
}

export type Icon = FunctionComponent<IconProps>

/** An icon of one path within 24 by 24, in the colour of the text: its lines, or all that they enclose. */
export function drawn(name: string, path: string, filled: boolean): Icon {
  const Drawn: Icon = ({ size = 24, stroke = 2, ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: what it stands for is said beside it, or by the button around it
    <svg data-icon={name} viewBox="0 0 24 24" width={size} height={size} fill="none" {...rest}>
      {filled ? (
        <path fill="currentColor" d={path} />
      ) : (
        <path
          stroke="currentColor"
          strokeWidth={stroke}
          strokeLinecap="round"
          strokeLinejoin="round"
          d={path}
        />
      )}
    </svg>
  )
  return Drawn
}
