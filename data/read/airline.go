package read

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"gpcbench/data"
)

// The airline recipes prepare flights with eight inputs: the age of the aircraft in years, month,
// day of the month, day of the week (1 is Monday), departure and arrival time in minutes after
// midnight, air time in minutes, and distance in miles. The age is the year of the flights minus
// the year of the tail number in the table of planes. Flights with a missing value, including the
// plane's year, are left out.
//
//	airline-delay       hensman2015, January to April 2008 (ASA Data Expo 2009): +1 if the arrival is late, ArrDelay > 0, else -1
//	airline-villacampa  villacampa2017, the same flights: late and early by more than 5 minutes, or on time
//	nycflights13        the flights from New York in 2013: +1 if the arrival is late, else -1
var airlineRecipes = map[string]airlineRecipe{
	"airline-delay":      {2008, airlineColumns, late},
	"airline-villacampa": {2008, airlineColumns, lateOrEarly},
	"nycflights13":       {2013, []string{"month", "day", "", "dep_time", "arr_time", "air_time", "distance", "arr_delay", "tailnum"}, late},
}

// airlineRecipe describes the flights of one table.
type airlineRecipe struct {
	year    int
	columns []string // as airlineColumns; "" if the day of the week follows from the date
	label   func(delay float64) string
}

func late(delay float64) string {
	if delay > 0 {
		return "+1"
	}
	return "-1"
}

func lateOrEarly(delay float64) string {
	switch {
	case delay > 5:
		return "late"
	case delay < -5:
		return "early"
	}
	return "on time"
}

// airlineColumns are the columns of the Data Expo's table that the recipes read.
var airlineColumns = []string{"Month", "DayofMonth", "DayOfWeek", "DepTime", "ArrTime", "AirTime", "Distance", "ArrDelay", "TailNum"}

// airlineAttributes are the names of the inputs.
var airlineAttributes = []string{"PlaneAge", "Month", "DayofMonth", "DayOfWeek", "DepTime", "ArrTime", "AirTime", "Distance"}

// airline reads flights and joins the planes' years to them.
type airline struct {
	*delimited
	recipe airlineRecipe
	years  map[string]float64 // by tail number
	at     []int              // place of each of the recipe's columns
	row    Record
}

// newAirline returns the reader of flights, joined to the table of planes in the file planes.
func newAirline(flights *delimited, planes string, recipe airlineRecipe) (Reader, error) {
	if planes == "" {
		flights.Close()
		return nil, flights.failAt(0, "the table of planes, which is joined to the flights, is missing")
	}
	years, err := planeYears(planes, recipe.year)
	if err != nil {
		flights.Close()
		return nil, err
	}
	return &airline{delimited: flights, recipe: recipe, years: years}, nil
}

// Header finds the columns, and returns the names of the inputs.
func (a *airline) Header() ([]string, error) {
	names, err := a.delimited.Header()
	if err != nil {
		return nil, err
	}
	place := make(map[string]int, len(names))
	for i, name := range names {
		place[name] = i
	}
	for _, name := range a.recipe.columns {
		i, ok := place[name]
		if !ok && name != "" {
			return nil, a.failAt(1, "there is no column %q", name)
		}
		a.at = append(a.at, i)
	}
	return airlineAttributes, nil
}

// Next returns the next flight without a missing value.
func (a *airline) Next() (*Record, error) {
	for {
		rec, err := a.delimited.Next()
		if rec == nil || err != nil {
			return nil, err
		}
		year, known := a.years[string(rec.Fields[a.at[8]])]
		if !known {
			continue
		}
		a.row.Values = append(a.row.Values[:0], float64(a.recipe.year)-year)
		whole := true
		for i, column := range a.recipe.columns[:8] {
			if column == "" {
				a.row.Values = append(a.row.Values, weekday(a.recipe.year, a.row.Values[1], a.row.Values[2]))
				continue
			}
			field := rec.Fields[a.at[i]]
			v, ok := ParseNumber(field)
			if !ok && !bytes.Equal(field, []byte("NA")) && len(field) > 0 {
				return nil, &data.ContentError{File: a.name, Line: rec.Line, Column: column, Problem: fmt.Sprintf("%q is neither a number nor NA", field)}
			}
			whole = whole && ok && Finite(v)
			if i == 3 || i == 4 { // departure and arrival
				v = minutes(v)
			}
			a.row.Values = append(a.row.Values, v)
		}
		if !whole {
			continue
		}
		delay := a.row.Values[8]
		a.row.Values = a.row.Values[:8]
		a.row.Line, a.row.Label = rec.Line, append(a.row.Label[:0], a.recipe.label(delay)...)
		return &a.row, nil
	}
}

// minutes turns a time of day written hhmm into minutes after midnight.
func minutes(hhmm float64) float64 {
	hours := math.Floor(hhmm / 100)
	return hhmm - 40*hours
}

// weekday returns the day of the week, from 1 for Monday to 7.
func weekday(year int, month, day float64) float64 {
	d := time.Date(year, time.Month(month), int(day), 0, 0, 0, 0, time.UTC).Weekday()
	return float64((d+6)%7 + 1)
}

// planeYears reads the year of each plane, keyed by tail number, the table's first column. Planes
// whose year is not a number from 1901 to last are left out.
func planeYears(path string, last int) (map[string]float64, error) {
	l, err := openLines(path, "", path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	years := make(map[string]float64)
	at := -1
	for l.next() {
		fields := bytes.Split(l.text, []byte{','})
		if at < 0 {
			if at = slices.IndexFunc(fields, func(f []byte) bool { return string(trimBlanks(f)) == "year" }); at < 0 {
				return nil, &data.ContentError{File: path, Line: 1, Problem: "there is no column \"year\""}
			}
			continue
		}
		if at >= len(fields) {
			continue // a tail number alone
		}
		if year, err := strconv.Atoi(string(trimBlanks(fields[at]))); err == nil && year >= 1901 && year <= last {
			years[string(trimBlanks(fields[0]))] = float64(year)
		}
	}
	return years, l.err()
}
