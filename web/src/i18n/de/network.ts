import enums from './enums.json'
import feedback from './feedback.json'
import idle from './idle.json'
import locations from './locations.json'
import map from './map.json'
import maps from './maps.json'
import network from './network.json'
import pay from './pay.json'

/** The texts of the public network's pages. */
export default { enums, feedback, idle, locations, map, maps, network, pay }
