import { byName } from '../by-name.ts'

/** The texts of every page: those that English names. Drivers' own pages wait for less (public/). */
export default byName(
  import.meta.glob<object>(['./*/*.json', '!./public/{account,charge,pay}.json'], {
    eager: true,
    import: 'default',
  }),
)
