import feedback from '../charging/feedback.json'
import enums from '../common/enums.json'
import idle from '../money/idle.json'
import locations from '../places/locations.json'
import map from '../places/map.json'
import maps from '../places/maps.json'
import network from './network.json'
import pay from './pay.json'

/** The texts of the public network's pages. */
export default { enums, feedback, idle, locations, map, maps, network, pay }
