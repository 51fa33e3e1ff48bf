//! The generators of exercises, a file for each subject, and the one table of them.

mod banks;
mod bases;
mod broadcast;
mod choices;
mod coalesce;
mod colex_order;
mod compatible;
mod complement;
mod composition;
mod coordinates;
mod cosize;
mod divides;
pub mod draw;
mod forms;
mod inverses;
mod local_tile;
mod mdspan;
mod mma;
mod nest;
mod numbers;
mod orders;
mod paths;
mod predication;
mod products;
mod profile;
mod reached;
mod reckon;
mod statics;
mod strides;
mod swizzle;
mod tables;
mod thread_value;
mod tilers;
mod tree;

use super::exercise::Generator;

/// The generators in the order of the course.
pub const ALL: &[&Generator] = &[
    &tables::LAYOUT_OF_TABLE,
    &reached::COORDINATES_OF_INDEX,
    &forms::FORMS_OF_COORDINATE,
    &cosize::COSIZE_OF_LAYOUT,
    &cosize::GAP_COUNT,
    &cosize::STRIDE_FOR_COSIZE,
    &mdspan::MDSPAN_MAPPING,
    &colex_order::NEXT_COORDINATE,
    &colex_order::ORDER_OF_COORDINATES,
    &coordinates::COORDINATE_OF_NUMBER,
    &reached::COORDINATE_OF_INDEX,
    &colex_order::NUMBER_OF_COORDINATE,
    &coordinates::INDEX_OF_COORDINATE,
    &numbers::INDEX_OF_NUMBER,
    &paths::MODE_AT_PATH,
    &paths::PATH_OF_MODE,
    &compatible::COMPATIBLE_SHAPES,
    &compatible::REFINE_SHAPE,
    &strides::LEFT_STRIDES,
    &strides::RIGHT_STRIDES,
    &broadcast::BROADCAST_STRIDE,
    &broadcast::INDICES_OF_BROADCAST,
    &bases::IDENTITY_VALUE,
    &statics::STATIC_RESULT,
    &coalesce::COALESCE_LAYOUT,
    &coalesce::COALESCE_BY_MODE,
    &composition::COMPOSITION_LAYOUT,
    &composition::COMPOSITION_POINT,
    &composition::COMPOSITION_REFUSED,
    &inverses::RIGHT_INVERSE,
    &inverses::INVERSE_POINT,
    &complement::COMPLEMENT_LAYOUT,
    &complement::COMPLEMENT_SIZE,
    &tilers::TILER_KIND,
    &divides::TILE_OF_COORDINATE,
    &divides::DIVIDE_SHAPE,
    &products::PRODUCT_INDEX,
    &products::BLOCKED_OR_RAKED,
    &local_tile::LOCAL_TILE_ELEMENT,
    &local_tile::LOCAL_PARTITION_ELEMENT,
    &predication::TILE_COUNT,
    &predication::BEYOND_COUNT,
    &predication::PREDICATE,
    &thread_value::ELEMENT_OF_THREAD,
    &thread_value::THREAD_OF_ELEMENT,
    &mma::FRAGMENT_COORDINATE,
    &mma::PERMUTED_COLUMN,
    &swizzle::SWIZZLE_INDEX,
    &banks::BANK_OF_INDEX,
    &banks::BANK_CONFLICT,
    &swizzle::CHOOSE_SWIZZLE,
];

/// The generator with a name.
pub fn find(name: &str) -> Option<&'static Generator> {
    ALL.iter().find(|generator| generator.name == name).copied()
}
