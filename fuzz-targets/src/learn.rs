//! Data that a class sends around, that a browser keeps of a course, and lessons: whatever is offered is read or
//! refused, and what is read comes back.

use colex::learn::boxes::Boxes;
use colex::learn::class::collect::Collected;
use colex::learn::class::result::StudentResult;
use colex::learn::class::sheet::Sheet;
use colex::learn::class::{folded, tidy};
use colex::learn::generators;
use colex::learn::lesson::parse;
use colex::learn::place::Place;
use colex::learn::progress::Progress;

/// The bytes as a sheet's word, a result, what a teacher pastes, a place, progress, boxes and a lesson.
pub fn learn(data: &[u8]) {
    let offered = String::from_utf8_lossy(data);
    if let Some(sheet) = Sheet::read(&offered) {
        assert!(sheet.items.len() <= 20);
        assert_eq!(Sheet::read(&sheet.to_string()), Some(sheet));
    }
    if let Ok(result) = StudentResult::read(&offered) {
        assert_eq!(result.to_string(), *offered);
    }
    if let Some(place) = Place::read(&offered) {
        assert_eq!(Place::read(&place.to_string()), Some(place));
    }
    assert_eq!(tidy(&tidy(&offered)), tidy(&offered));
    let _ = folded(&offered);
    let collected = Collected::read(&offered, str::to_owned);
    for table in &collected.tables {
        assert_eq!(table.csv().lines().count(), table.rows.len() + 1);
    }
    let progress = Progress::read(&offered);
    assert_eq!(Progress::read(&progress.to_string()), progress);
    let boxes = Boxes::read(&offered);
    assert_eq!(Boxes::read(&boxes.to_string()), boxes);
    let generator = generators::ALL.get(data.len() % generators::ALL.len()).expect("one of them");
    let exercise = generator.exercise(2, u64::from(data.first().copied().unwrap_or(1))).expect("an exercise");
    let _ = exercise.judge(&offered);
    let (lessons, complaints) = parse(&offered);
    assert!(lessons.len() <= offered.lines().count() && complaints.len() <= offered.lines().count());
}
