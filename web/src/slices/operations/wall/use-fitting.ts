import { useLayoutEffect, useRef, useState } from 'react'

/** How many rows of a list fit into the first column of its panel; the others are not visible. */
export function useFitting(rows: number) {
  const list = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState(rows)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const count = () => {
      const items = [...element.children].slice(0, rows) as HTMLElement[]
      setFitting(items.filter(({ offsetLeft }) => offsetLeft === items[0]?.offsetLeft).length)
    }
    count()
    const watch = new ResizeObserver(count)
    watch.observe(element)
    return () => watch.disconnect()
  }, [rows])
  return { list, fitting: Math.min(fitting, rows) }
}
